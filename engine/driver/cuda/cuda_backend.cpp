#include <glint/driver/cuda/cuda_backend.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/cuda/cuda_module.hpp>
#include <glint/driver/cuda/cuda_stream.hpp>

namespace glint::driver::cuda {
namespace {

CUdeviceptr device_pointer(const void* address) { return reinterpret_cast<CUdeviceptr>(address); }

}  // namespace

CudaBackend::CudaBackend(int ordinal) : device_(device_at(ordinal)), info_(describe(ordinal)) {
    check(api().cuDevicePrimaryCtxRetain(&context_, device_),
          fmt::format("open GPU {} ({})", ordinal, info_.name));
}

CudaBackend::~CudaBackend() { api().cuDevicePrimaryCtxRelease(device_); }

std::shared_ptr<CudaBackend> CudaBackend::self() {
    return std::static_pointer_cast<CudaBackend>(shared_from_this());
}

std::size_t CudaBackend::free_memory_bytes() const {
    const ContextScope scope(context_);
    std::size_t free = 0;
    std::size_t total = 0;
    check(api().cuMemGetInfo(&free, &total), "read the free memory");
    return free;
}

void CudaBackend::synchronize() {
    const ContextScope scope(context_);
    check(api().cuCtxSynchronize(), "wait for the device");
}

void* CudaBackend::allocate(std::size_t size_bytes, MemoryKind kind) {
    const ContextScope scope(context_);
    CUdeviceptr address = 0;
    void* pinned = nullptr;
    const CUresult result = kind == MemoryKind::device
                                ? api().cuMemAlloc(&address, size_bytes)
                                : api().cuMemHostAlloc(&pinned, size_bytes, 0);
    if (result != CUDA_SUCCESS)
        fail(result, fmt::format("allocate {} of {} memory on {}", text::human_bytes(size_bytes),
                                 kind == MemoryKind::device ? "device" : "pinned", info_.name));
    return kind == MemoryKind::device ? reinterpret_cast<void*>(address) : pinned;
}

void CudaBackend::release(void* address, MemoryKind kind) noexcept {
    try {
        const ContextScope scope(context_);
        if (kind == MemoryKind::device) {
            api().cuMemFree(device_pointer(address));
        } else {
            api().cuMemFreeHost(address);
        }
    } catch (const Error&) {
        // The context is lost, and its memory with it.
    }
}

ImageMemory CudaBackend::allocate_image(const ImageShape& shape) {
    const ContextScope scope(context_);
    return allocate_array(device_, shape);
}

void CudaBackend::release_image(const ImageMemory& image) noexcept {
    try {
        const ContextScope scope(context_);
        release_array(image);
    } catch (const Error&) {
        // The context is lost, and its memory with it.
    }
}

ImageMemory CudaBackend::foreign_image(void* native, unsigned levels) {
    const ContextScope scope(context_);
    return wrap_array(native, levels);
}

ImageMemory CudaBackend::image_level(const ImageMemory& image, unsigned level) {
    const ContextScope scope(context_);
    return array_level(image, level);
}

std::uint64_t CudaBackend::create_surface(const ImageMemory& image) {
    const ContextScope scope(context_);
    return make_surface(image);
}

// Unlike memory, handles are free for others at once: kernels that use them must be done.
void CudaBackend::destroy_surface(std::uint64_t surface) noexcept {
    try {
        const ContextScope scope(context_);
        api().cuCtxSynchronize();
        api().cuSurfObjectDestroy(surface);
    } catch (const Error&) {
        // The context is lost, and its surfaces with it.
    }
}

std::uint64_t CudaBackend::create_texture(const ImageMemory& image, const TextureOptions& options) {
    const ContextScope scope(context_);
    return make_texture(image, options);
}

void CudaBackend::destroy_texture(std::uint64_t texture) noexcept {
    try {
        const ContextScope scope(context_);
        api().cuCtxSynchronize();
        api().cuTexObjectDestroy(texture);
    } catch (const Error&) {
        // The context is lost, and its textures with it.
    }
}

std::unique_ptr<Stream> CudaBackend::create_stream() {
    return std::make_unique<CudaStream>(self());
}

std::unique_ptr<Event> CudaBackend::create_event() { return std::make_unique<CudaEvent>(self()); }

std::shared_ptr<Module> CudaBackend::load_module(std::span<const std::byte> image) {
    return std::make_shared<CudaModule>(self(), image);
}

}  // namespace glint::driver::cuda
