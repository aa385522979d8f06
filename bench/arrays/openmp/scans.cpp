// SPDX-License-Identifier: MIT
// Scans and selections. Each thread processes a contiguous range twice: first to compute the total
// of its range, which later threads need, and then to write.
#include <cstdint>
#include <type_traits>
#include <vector>

#include <bench/openmp/team.hpp>

#include "rows.hpp"

namespace glint::bench::openmp {
namespace {

std::vector<std::size_t> one_for_each_thread() {
    return std::vector<std::size_t>(static_cast<std::size_t>(omp_get_max_threads()));
}

template <class T>
using Kept = std::conditional_t<std::is_integral_v<T> || sizeof(T) == 4, T, float>;

template <class T>
Kept<T> sum_of(const T* x, Range range) {
    Kept<T> total = 0;
#pragma omp simd reduction(+ : total)
    for (std::size_t i = range.begin; i < range.end; ++i) total += static_cast<Kept<T>>(x[i]);
    return total;
}

template <class T>
void scan(const Problem& problem) {
    const T* x = input<T>(problem);
    T* out = output<T>(problem);
    std::vector<Kept<T>> sums(static_cast<std::size_t>(omp_get_max_threads()));
#pragma omp parallel
    {
        const Range mine = my_share(problem.count);
        const auto me = static_cast<std::size_t>(omp_get_thread_num());
        sums[me] = sum_of(x, mine);
#pragma omp barrier
        Kept<T> running = 0;
        for (std::size_t i = 0; i < me; ++i) running += sums[i];
        for (std::size_t i = mine.begin; i < mine.end; ++i) {
            running += static_cast<Kept<T>>(x[i]);
            out[i] = static_cast<T>(running);
        }
    }
}

std::size_t count_of_kept(const float* x, Range range) {
    std::size_t count = 0;
#pragma omp simd reduction(+ : count)
    for (std::size_t i = range.begin; i < range.end; ++i) count += x[i] > 0.5f ? 1 : 0;
    return count;
}

void select(const Problem& problem) {
    const float* x = input<float>(problem);
    float* out = output<float>(problem);
    std::vector<std::size_t> counts = one_for_each_thread();
#pragma omp parallel
    {
        const Range mine = my_share(problem.count);
        const auto me = static_cast<std::size_t>(omp_get_thread_num());
        counts[me] = count_of_kept(x, mine);
#pragma omp barrier
        std::size_t place = 0;
        for (std::size_t i = 0; i < me; ++i) place += counts[i];
        const std::size_t end = place + counts[me];
        // The loop body is branch-free, because half of all branches would be mispredicted. The
        // loop stops at `end`, because the position there belongs to another thread.
        for (std::size_t i = mine.begin; place < end; ++i) {
            out[place] = x[i];
            place += x[i] > 0.5f ? 1 : 0;
        }
    }
}

constexpr std::array kRows{
    Row{"scan of floats", scan<float>},          Row{"scan of int32", scan<int>},
    Row{"scan of halves", scan<_Float16>},       Row{"scan of int8", scan<std::int8_t>},
    Row{"selection of half the floats", select},
};

}  // namespace

std::span<const Row> scan_rows() { return kRows; }

}  // namespace glint::bench::openmp
