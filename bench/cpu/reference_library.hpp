// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <bench/cpu/openmp/references.hpp>

namespace glint::bench {

/// The reference functions of bench/cpu that one library contains.
struct ReferenceLibrary {
    std::string compiler;  ///< such as "g++ 12.2.0 -ffast-math"
    bool has_fast_math() const { return compiler.ends_with("-ffast-math"); }

    decltype(&openmp::openmp_saxpy) saxpy = nullptr;
    decltype(&openmp::openmp_nbody) nbody = nullptr;
    decltype(&openmp::openmp_stencil) stencil = nullptr;
    decltype(&openmp::openmp_matmul) matmul = nullptr;
    decltype(&openmp::openmp_reduce) reduce = nullptr;
    decltype(&openmp::openmp_scan) scan = nullptr;
    decltype(&openmp::openmp_histogram) histogram = nullptr;
    decltype(&openmp::openmp_sph) sph = nullptr;
    decltype(&openmp::openmp_mandelbrot) mandelbrot = nullptr;
    decltype(&openmp::openmp_lbm) lbm = nullptr;
    decltype(&openmp::openmp_radix) radix = nullptr;
    decltype(&openmp::openmp_bitonic) bitonic = nullptr;
};

/// Opens all libraries of references; see open_openmp_libraries().
std::vector<ReferenceLibrary> open_reference_libraries(unsigned threads);

}  // namespace glint::bench
