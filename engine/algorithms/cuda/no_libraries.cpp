// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/libraries.hpp>
#include <glint/base/error.hpp>

// Replaces the CUDA libraries in a build without their headers.
namespace glint::detail {
namespace {

[[noreturn]] void refuse(const char* operation) {
    throw Error(ErrorCode::unsupported, operation,
                "glint was built without the headers of cuFFT, cuBLAS and cuSOLVER");
}

}  // namespace

FftLibrary& cuda_fft_of(const Device&) { refuse("transform an array on a GPU"); }
BlasLibrary& cuda_blas_of(const Device&) { refuse("multiply matrices on a GPU"); }
LapackLibrary& cuda_lapack_of(const Device&) { refuse("factorize a matrix on a GPU"); }

}  // namespace glint::detail
