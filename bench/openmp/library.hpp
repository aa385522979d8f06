// SPDX-License-Identifier: MIT
#pragma once

/// Functions that every library of OpenMP references has.
namespace glint::bench::openmp {

extern "C" {

/// Returns for example "g++ 12.2.0 -ffast-math": the compiler and this library's distinguishing
/// flags.
const char* openmp_compiler();
/// Later calls from this thread run on `count` threads.
void openmp_use_threads(int count);
}

}  // namespace glint::bench::openmp
