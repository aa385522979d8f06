// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

// Declared here, because <omp.h> is available with only one of the compilers.
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

/// Returns the calling thread's share of `count` elements in a parallel region: a contiguous range.
inline Range my_share(std::size_t count) {
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    const std::size_t each = (count + threads - 1) / threads;
    return {std::min(me * each, count), std::min((me + 1) * each, count)};
}

}  // namespace glint::bench::openmp
