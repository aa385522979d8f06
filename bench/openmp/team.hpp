// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

// OpenMP functions, declared here because only one of the two compilers comes with <omp.h>.
extern "C" {
int omp_get_thread_num();
int omp_get_num_threads();
int omp_get_max_threads();
void omp_set_num_threads(int count);
}

namespace glint::bench::openmp {

struct Range {
    std::size_t begin, end;
};

/// Returns the range of `count` elements that belongs to the calling thread of a parallel region.
inline Range my_share(std::size_t count) {
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    const std::size_t each = (count + threads - 1) / threads;
    return {std::min(me * each, count), std::min((me + 1) * each, count)};
}

}  // namespace glint::bench::openmp
