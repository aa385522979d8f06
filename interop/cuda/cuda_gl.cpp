// SPDX-License-Identifier: MIT
#include <glint/interop/cuda/cuda_gl.hpp>

#include <algorithm>

#include <glint/base/error.hpp>
#include <glint/cuda/trace.hpp>
#include <glint/interop/device_match.hpp>

namespace glint::interop {
namespace {

using driver::cuda::check;

template <driver::cuda::detail::Literal Symbol, class Function>
bool look_up(Function*& function) {
    driver::cuda::find_function<Symbol>(function);
    return function != nullptr;
}

CudaGlApi load() {
    CudaGlApi api;
    const bool complete = look_up<"cuGraphicsGLRegisterBuffer">(api.register_buffer) &&
                          look_up<"cuGraphicsGLRegisterImage">(api.register_image) &&
                          look_up<"cuGraphicsUnregisterResource">(api.unregister) &&
                          look_up<"cuGraphicsMapResources">(api.map) &&
                          look_up<"cuGraphicsUnmapResources">(api.unmap) &&
                          look_up<"cuGraphicsResourceGetMappedPointer_v2">(api.mapped_pointer) &&
                          look_up<"cuGraphicsSubResourceGetMappedArray">(api.mapped_array) &&
                          look_up<"cuGraphicsResourceGetMappedMipmappedArray">(api.mapped_mipmaps);
    if (!complete)
        throw Error(ErrorCode::unsupported, "share memory with OpenGL",
                    "the NVIDIA driver does not have the functions for OpenGL interoperability");
    return api;
}

}  // namespace

const CudaGlApi& cuda_gl() {
    static const CudaGlApi api = load();
    return api;
}

driver::cuda::CudaBackend& cuda_backend(const Device& device) {
    if (device.kind() != BackendKind::cuda)
        throw Error(ErrorCode::unsupported, "share memory with OpenGL through CUDA",
                    device.name() + " is not a GPU");
    return static_cast<driver::cuda::CudaBackend&>(*device.backend());
}

std::optional<driver::Uuid> gpu_named_by_cuda(const gl::Context& context) {
    CUresult (*gl_devices)(unsigned* found, CUdevice*, unsigned most, unsigned which) = nullptr;
    if (!driver::cuda::find_api() || !look_up<"cuGLGetDevices_v2">(gl_devices)) return std::nullopt;
    constexpr unsigned kAllDevices = 1;  // CU_GL_DEVICE_LIST_ALL
    unsigned found = 0;
    CUdevice device = 0;
    context.make_current();
    // The driver returns an error if OpenGL does not draw on a CUDA GPU.
    if (gl_devices(&found, &device, 1, kAllDevices) != CUDA_SUCCESS || found == 0)
        return std::nullopt;
    CUuuid uuid{};
    check(driver::cuda::api().cuDeviceGetUuid(&uuid, device), "read a GPU's UUID");
    driver::Uuid bytes{};
    std::ranges::copy(uuid.bytes, reinterpret_cast<char*>(bytes.data()));
    return bytes;
}

}  // namespace glint::interop
