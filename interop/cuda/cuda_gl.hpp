// SPDX-License-Identifier: MIT
#pragma once

// The driver's OpenGL interop functions. <cudaGL.h> requires a system <GL/gl.h>, so they are
// declared here; GL's integer types are plain unsigned ints.
#include <glint/cuda/cuda_backend.hpp>
#include <glint/driver/device.hpp>

namespace glint::interop {

struct CudaGlApi {
    CUresult (*register_buffer)(CUgraphicsResource*, unsigned buffer, unsigned flags) = nullptr;
    CUresult (*register_image)(CUgraphicsResource*, unsigned image, unsigned target,
                               unsigned flags) = nullptr;
    CUresult (*unregister)(CUgraphicsResource) = nullptr;
    CUresult (*map)(unsigned count, CUgraphicsResource*, CUstream) = nullptr;
    CUresult (*unmap)(unsigned count, CUgraphicsResource*, CUstream) = nullptr;
    CUresult (*mapped_pointer)(CUdeviceptr*, std::size_t*, CUgraphicsResource) = nullptr;
    CUresult (*mapped_array)(CUarray*, CUgraphicsResource, unsigned index,
                             unsigned level) = nullptr;
    CUresult (*mapped_mipmaps)(CUmipmappedArray*, CUgraphicsResource) = nullptr;
};

/// Throws Error(unsupported) if the driver does not have them.
const CudaGlApi& cuda_gl();

/// Returns the CUDA backend of `device`. Throws Error(unsupported) if it is not a GPU.
driver::cuda::CudaBackend& cuda_backend(const Device& device);

}  // namespace glint::interop
