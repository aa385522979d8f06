// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/base/float_vectors.hpp>

/// The workloads of bench/cpu, written by hand in C++ with OpenMP (see bench/openmp).
///
/// Data layouts match those of the kernels in bench/cpu/kernels. Results are equal up to rounding.
namespace glint::bench::openmp {

extern "C" {

void openmp_saxpy(std::size_t count, float a, const float* x, float* y);
void openmp_nbody(unsigned count, float softening, const Float4* bodies, Float3* accelerations);
void openmp_stencil(int width, int height, float rate, const float* from, float* to);
/// `size` must be a multiple of 128.
void openmp_matmul(int size, const float* a, const float* b, float* c);
float openmp_reduce(std::size_t count, const float* values);
void openmp_scan(std::size_t count, const unsigned* values, unsigned* scanned);
void openmp_histogram(std::size_t count, const unsigned char* values, unsigned* bins);
void openmp_sph(unsigned count, int cells, float radius, float mass, const Float4* particles,
                const unsigned* cell_starts, float* densities);
void openmp_mandelbrot(int size, int most_steps, int* steps);
void openmp_lbm(int width, int height, float relaxation, const float* from, float* to);
void openmp_radix(std::size_t count, unsigned shift, const unsigned* keys, unsigned* sorted);
/// `count` must be a power of two, and at least 32768.
void openmp_bitonic(std::size_t count, unsigned* keys);
}

}  // namespace glint::bench::openmp
