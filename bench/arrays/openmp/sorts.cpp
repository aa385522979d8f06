// SPDX-License-Identifier: MIT
// Radix sort from the least significant digit, with 8 bits per pass. Each thread counts the digits
// of a contiguous range. Then, it moves its elements to positions after those of previous threads.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <bench/openmp/team.hpp>

#include "rows.hpp"

namespace glint::bench::openmp {
namespace {

constexpr std::size_t kDigits = 256;
using Places = std::array<std::size_t, kDigits>;

struct Columns {
    unsigned* keys;
    unsigned* values;  // null for a sort of keys only
};

unsigned digit_of(unsigned key, unsigned shift) { return key >> shift & (kDigits - 1); }

Places count_digits(const unsigned* keys, unsigned shift, Range range) {
    Places counts{};
    for (std::size_t i = range.begin; i < range.end; ++i) ++counts[digit_of(keys[i], shift)];
    return counts;
}

// Converts counts to offsets. Returns false if all elements have the same digit, else true.
bool counts_to_places(std::vector<Places>& threads, std::size_t count) {
    std::size_t running = 0;
    bool differ = true;
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
        const std::size_t before = running;
        for (Places& places : threads) running += std::exchange(places[digit], running);
        differ = differ && running - before != count;
    }
    return differ;
}

void scatter(const Columns& from, const Columns& to, unsigned shift, Range range, Places places) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
        const std::size_t place = places[digit_of(from.keys[i], shift)]++;
        to.keys[place] = from.keys[i];
        if (to.values != nullptr) to.values[place] = from.values[i];
    }
}

// Leaves the result in `from`. Each pass swaps `from` and `to`.
void sort(std::size_t count, Columns& from, Columns& to) {
    std::vector<Places> threads(static_cast<std::size_t>(omp_get_max_threads()));
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bool differ = true;
#pragma omp parallel
        {
            const auto me = static_cast<std::size_t>(omp_get_thread_num());
            threads[me] = count_digits(from.keys, shift, my_share(count));
#pragma omp barrier
#pragma omp single
            differ = counts_to_places(threads, count);
            if (differ) scatter(from, to, shift, my_share(count), threads[me]);
        }
        if (differ) std::swap(from, to);
    }
}

void copy(const unsigned* from, unsigned* to, std::size_t count) {
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < count; ++i) to[i] = from[i];
}

void sort_keys(const Problem& problem) {
    auto* out = output<unsigned>(problem);
    Columns from{out, nullptr}, to{static_cast<unsigned*>(problem.scratch), nullptr};
    copy(input<unsigned>(problem), out, problem.count);
    sort(problem.count, from, to);
    if (from.keys != out) copy(from.keys, out, problem.count);
}

// Sorts pairs by key. Writes only the values to the output.
void sort_pairs(const Problem& problem) {
    auto* out = output<unsigned>(problem);
    auto* scratch = static_cast<unsigned*>(problem.scratch);
    Columns from{scratch, out}, to{scratch + problem.count, scratch + 2 * problem.count};
    copy(input<unsigned>(problem, 0), from.keys, problem.count);
    copy(input<unsigned>(problem, 1), out, problem.count);
    sort(problem.count, from, to);
    if (from.values != out) copy(from.values, out, problem.count);
}

constexpr std::size_t kMax = 100;

// Adds a key to a heap of the largest keys so far, whose top is the smallest of these keys.
void keep(std::vector<unsigned>& heap, unsigned key) {
    if (heap.size() == kMax) {
        if (key <= heap.front()) return;
        std::ranges::pop_heap(heap, std::greater<>());
        heap.pop_back();
    }
    heap.push_back(key);
    std::ranges::push_heap(heap, std::greater<>());
}

void largest(const Problem& problem) {
    const auto* keys = input<unsigned>(problem);
    std::vector<unsigned> all;
#pragma omp parallel
    {
        std::vector<unsigned> heap;
        const Range mine = my_share(problem.count);
        for (std::size_t i = mine.begin; i < mine.end; ++i) keep(heap, keys[i]);
#pragma omp critical
        all.insert(all.end(), heap.begin(), heap.end());
    }
    std::ranges::sort(all, std::greater<>());
    std::copy_n(all.begin(), std::min(all.size(), kMax), output<unsigned>(problem));
}

constexpr std::array kRows{
    Row{"sort of uint32 keys", sort_keys},
    Row{"sort of uint32 pairs", sort_pairs},
    Row{"sort of 20-bit keys in uint32", sort_keys},
    Row{"the 100 largest", largest},
};

}  // namespace

std::span<const Row> sort_rows() { return kRows; }

}  // namespace glint::bench::openmp
