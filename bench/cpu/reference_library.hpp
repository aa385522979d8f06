#pragma once

#include <string>
#include <vector>

#include <bench/cpu/openmp/references.hpp>

namespace glint::bench {

/// The OpenMP references as one compiler built them.
struct ReferenceLibrary {
    std::string compiler;  ///< "g++ 12.2.0 -ffast-math"
    decltype(&openmp::openmp_use_threads) use_threads = nullptr;
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

/// What there is of the libraries that the build makes (g++ and clang++, each with and without
/// -ffast-math), beside this program or in the lib folder beside its folder; their loops run on
/// `threads` threads. Those that do not load are named on stderr.
/// Throws Error(not_found) if none loads.
std::vector<ReferenceLibrary> open_reference_libraries(unsigned threads);

}  // namespace glint::bench
