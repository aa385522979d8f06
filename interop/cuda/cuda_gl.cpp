#include <glint/interop/cuda/cuda_gl.hpp>

#include <glint/base/error.hpp>

namespace glint::interop {
namespace {

template <class Function>
bool look_up(Function& function, const char* symbol) {
    function = reinterpret_cast<Function>(driver::cuda::find_symbol(symbol));
    return function != nullptr;
}

CudaGlApi load() {
    CudaGlApi api;
    const bool complete = look_up(api.register_buffer, "cuGraphicsGLRegisterBuffer") &&
                          look_up(api.register_image, "cuGraphicsGLRegisterImage") &&
                          look_up(api.unregister, "cuGraphicsUnregisterResource") &&
                          look_up(api.map, "cuGraphicsMapResources") &&
                          look_up(api.unmap, "cuGraphicsUnmapResources") &&
                          look_up(api.mapped_pointer, "cuGraphicsResourceGetMappedPointer_v2") &&
                          look_up(api.mapped_array, "cuGraphicsSubResourceGetMappedArray");
    if (!complete)
        throw Error(ErrorCode::unsupported, "share with OpenGL",
                    "the NVIDIA driver has no functions for it");
    return api;
}

}  // namespace

const CudaGlApi& cuda_gl() {
    static const CudaGlApi api = load();
    return api;
}

driver::cuda::CudaBackend& cuda_backend(const Device& device) {
    if (device.kind() != BackendKind::cuda)
        throw Error(ErrorCode::unsupported, "share with OpenGL through CUDA",
                    device.name() + " is no GPU");
    return static_cast<driver::cuda::CudaBackend&>(*device.backend());
}

}  // namespace glint::interop
