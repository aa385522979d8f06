// SPDX-License-Identifier: MIT
#pragma once

/// What every library of OpenMP references has, whatever else is in it.
namespace glint::bench::openmp {

extern "C" {

/// "g++ 12.2.0 -ffast-math": the compiler, and what sets this library apart.
const char* openmp_compiler();
/// Later calls from this thread run on `count` threads.
void openmp_use_threads(int count);
}

}  // namespace glint::bench::openmp
