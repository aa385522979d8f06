// SPDX-License-Identifier: MIT
#pragma once

// Declares the CUDA driver's functions for OpenGL. <cudaGL.h> is not included because it requires
// the system header <GL/gl.h>. Here, GL's integer types are written as unsigned int.
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

/// Returns the functions. Throws Error(unsupported) if the driver does not have all of them.
const CudaGlApi& cuda_gl();

/// Returns the CUDA backend of `device`. Throws Error(unsupported) if `device` is not a CUDA
/// device.
driver::cuda::CudaBackend& cuda_backend(const Device& device);

}  // namespace glint::interop
