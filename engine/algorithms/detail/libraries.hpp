// SPDX-License-Identifier: MIT
#pragma once

#include <glint/base/shared_library.hpp>
#include <glint/driver/device.hpp>

/// Math libraries for arrays, loaded at run time.
namespace glint::detail {

class FftLibrary;
class BlasLibrary;
class LapackLibrary;

/// cuFFT, cuBLAS and cuSOLVER for a GPU. In a build without CUDA, these functions throw
/// Error(unsupported).
FftLibrary& cuda_fft_of(const Device& device);
BlasLibrary& cuda_blas_of(const Device& device);
LapackLibrary& cuda_lapack_of(const Device& device);

/// Returns the first of `candidates` that can be loaded. If none can be loaded, throws
/// Error(unsupported) with `remedy`.
SharedLibrary opened_library(const char* what, std::span<const std::string> candidates,
                             const char* remedy);

/// Returns the address of a function. Throws Error(unsupported) if the library does not have it.
void* function_in(const SharedLibrary& library, const std::string& name);

template <class Function>
void look_up(const SharedLibrary& library, const std::string& name, Function*& function) {
    function = reinterpret_cast<Function*>(function_in(library, name));
}

}  // namespace glint::detail
