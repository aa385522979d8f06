#pragma once

#include "../../openmp/team.hpp"

#include <cstddef>
#include <cstring>

namespace glint::bench::openmp {

/// Particles by their keys, which are below `keys`.
struct Counting {
    int particles, keys;
    const unsigned* key;
    int* begins;  ///< where each key's particles begin, and the end of all
    int* counts;  ///< `keys` for each thread
    int* order;   ///< of each place, the particle that belongs there
};

/// Each thread counts and then places a run of neighbours, so that particles of a key stay in their
/// order. All threads of a team call it, and are done when it returns.
inline void sort_by_counting(const Counting& sorted) {
    const auto keys = static_cast<std::size_t>(sorted.keys);
    const auto threads = static_cast<std::size_t>(omp_get_num_threads());
    const Range mine = my_share(static_cast<std::size_t>(sorted.particles));
    int* const counts = sorted.counts + static_cast<std::size_t>(omp_get_thread_num()) * keys;
    std::memset(counts, 0, sizeof(int) * keys);
    for (std::size_t i = mine.begin; i < mine.end; ++i) ++counts[sorted.key[i]];
#pragma omp barrier
#pragma omp single
    {
        int begin = 0;
        for (std::size_t key = 0; key < keys; ++key) {
            sorted.begins[key] = begin;
            for (std::size_t thread = 0; thread < threads; ++thread) {
                int& count = sorted.counts[thread * keys + key];
                const int before = begin;
                begin += count;
                count = before;
            }
        }
        sorted.begins[keys] = begin;
    }
    for (std::size_t i = mine.begin; i < mine.end; ++i)
        sorted.order[counts[sorted.key[i]]++] = static_cast<int>(i);
#pragma omp barrier
}

}  // namespace glint::bench::openmp
