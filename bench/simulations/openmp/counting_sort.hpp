// SPDX-License-Identifier: MIT
#pragma once

#include "../../openmp/team.hpp"

#include <cstddef>
#include <cstring>
#include <numeric>

namespace glint::bench::openmp {

/// Particles to sort by their keys. All keys are below `keys`.
struct Counting {
    int particles, keys;
    const unsigned* key;
    int* begins;  ///< where each key's particles begin, followed by the end of all particles
    int* counts;  ///< space for `keys` + 1 numbers per thread
    int* order;   ///< result: index of the particle at each sorted position
};

/// Sorts by counting. All threads of a team call this function, which returns when the sort is
/// complete. Each thread counts and moves a contiguous range of particles, so that particles with
/// equal keys keep their order. In between, each thread sums the counts for a range of keys.
inline void sort_by_counting(const Counting& sorted) {
    const auto keys = static_cast<std::size_t>(sorted.keys);
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    const auto me = static_cast<std::size_t>(omp_get_thread_num());
    const Range mine = my_share(static_cast<std::size_t>(sorted.particles));
    const Range my_keys = my_share(keys);
    int* const counts = sorted.counts + me * keys;
    int* const totals = sorted.counts + threads * keys;
    std::memset(counts, 0, sizeof(int) * keys);
    for (std::size_t i = mine.begin; i < mine.end; ++i) ++counts[sorted.key[i]];
#pragma omp barrier
    int total = 0;
    for (std::size_t key = my_keys.begin; key < my_keys.end; ++key) {
        int within = 0;  // where this thread's particles begin among those of the key
        for (std::size_t thread = 0; thread < threads; ++thread) {
            int& count = sorted.counts[thread * keys + key];
            const int before = within;
            within += count;
            count = before;
        }
        sorted.begins[key] = total;
        total += within;
    }
    totals[me] = total;
#pragma omp barrier
    const int before = std::accumulate(totals, totals + me, 0);
    for (std::size_t key = my_keys.begin; key < my_keys.end; ++key) sorted.begins[key] += before;
    if (me == 0) sorted.begins[keys] = sorted.particles;
#pragma omp barrier
    for (std::size_t i = mine.begin; i < mine.end; ++i) {
        const unsigned key = sorted.key[i];
        sorted.order[sorted.begins[key] + counts[key]++] = static_cast<int>(i);
    }
#pragma omp barrier
}

}  // namespace glint::bench::openmp
