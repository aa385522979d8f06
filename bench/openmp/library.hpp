// SPDX-License-Identifier: MIT
#pragma once

/// Functions that every library of OpenMP references defines.
namespace glint::bench::openmp {

extern "C" {

/// Returns the compiler and this library's distinguishing flags, such as "g++ 12.2.0 -ffast-math".
const char* openmp_compiler();
/// Sets the number of threads that later calls from the calling thread use.
void openmp_use_threads(int count);
}

}  // namespace glint::bench::openmp
