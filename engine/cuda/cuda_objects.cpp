// SPDX-License-Identifier: MIT
// Functions of CudaBackend that create objects, which keep the backend open. They are in this file
// so that cuda_backend.cpp does not depend on the objects' classes.
#include <glint/cuda/cuda_backend.hpp>
#include <glint/cuda/cuda_event.hpp>
#include <glint/cuda/cuda_graph.hpp>
#include <glint/cuda/cuda_loading.hpp>
#include <glint/cuda/cuda_module.hpp>
#include <glint/cuda/cuda_stream.hpp>

namespace glint::driver::cuda {

std::unique_ptr<Stream> CudaBackend::create_stream(const StreamOptions& options) {
    return std::make_unique<CudaStream>(self(), options);
}

std::unique_ptr<Event> CudaBackend::create_event(const EventOptions& options) {
    return std::make_unique<CudaEvent>(self(), options);
}

std::unique_ptr<Stream> CudaBackend::wrap_stream(void* native) {
    return std::make_unique<CudaStream>(self(), static_cast<CUstream>(native));
}

std::unique_ptr<Event> CudaBackend::wrap_event(void* native) {
    return std::make_unique<CudaEvent>(self(), static_cast<CUevent>(native));
}

std::unique_ptr<Stream> CudaBackend::default_stream(bool of_thread) {
    return std::make_unique<CudaStream>(self(),
                                        of_thread ? CU_STREAM_PER_THREAD : CU_STREAM_LEGACY);
}

std::shared_ptr<Graph> CudaBackend::create_graph() { return std::make_shared<CudaGraph>(self()); }

std::shared_ptr<Module> CudaBackend::load_module(std::span<const std::byte> image,
                                                 const ModuleOptions& options) {
    return std::make_shared<CudaModule>(self(), image, options);
}

std::shared_ptr<Module> CudaBackend::load_owned_module(std::span<const std::byte> image) {
    const std::shared_ptr<CudaBackend> unowned(std::shared_ptr<void>(), this);
    return std::make_shared<CudaModule>(unowned, image, ModuleOptions());
}

std::vector<std::byte> CudaBackend::link(std::span<const LinkPart> parts,
                                         const ModuleOptions& options) {
    const ContextScope scope(context());
    return link_parts(parts, options);
}

}  // namespace glint::driver::cuda
