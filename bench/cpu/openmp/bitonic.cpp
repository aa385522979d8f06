// SPDX-License-Identifier: MIT
// The sorting network of kernels/bitonic.cu. Sorts each tile in the cache. Wider strides read and
// write main memory.
#include <algorithm>

#include "references.hpp"

namespace glint::bench::openmp {
namespace {

constexpr std::size_t kTile = 32768;

template <bool ascending>
inline void order(unsigned& low, unsigned& high) {
    const unsigned first = low;
    const unsigned second = high;
    low = ascending ? std::min(first, second) : std::max(first, second);
    high = ascending ? std::max(first, second) : std::min(first, second);
}

template <bool ascending>
void order_runs(unsigned* low, unsigned* high, std::size_t count) {
#pragma omp simd
    for (std::size_t i = 0; i < count; ++i) order<ascending>(low[i], high[i]);
}

template <bool ascending>
void pass(unsigned* keys, std::size_t count, std::size_t stride) {
    for (std::size_t first = 0; first < count; first += 2 * stride)
        order_runs<ascending>(keys + first, keys + first + stride, stride);
}

// A pass with a stride shorter than a vector. The constant stride makes it compile to shuffles.
template <bool ascending, std::size_t stride>
void narrow_pass(unsigned* keys, std::size_t count) {
    for (std::size_t first = 0; first < count; first += 2 * stride)
        for (std::size_t i = 0; i < stride; ++i)
            order<ascending>(keys[first + i], keys[first + i + stride]);
}

template <bool ascending>
void merge(unsigned* keys, std::size_t count, std::size_t stride) {
    for (; stride > 8; stride /= 2) pass<ascending>(keys, count, stride);
    if (stride >= 8) narrow_pass<ascending, 8>(keys, count);
    if (stride >= 4) narrow_pass<ascending, 4>(keys, count);
    if (stride >= 2) narrow_pass<ascending, 2>(keys, count);
    narrow_pass<ascending, 1>(keys, count);
}

void merge_run(unsigned* keys, std::size_t count, std::size_t stride, bool ascending) {
    if (ascending) {
        merge<true>(keys, count, stride);
    } else {
        merge<false>(keys, count, stride);
    }
}

void sort_tile(unsigned* keys, std::size_t first) {
    for (std::size_t size = 2; size <= kTile; size *= 2)
        for (std::size_t run = 0; run < kTile; run += size)
            merge_run(keys + first + run, size, size / 2, ((first + run) & size) == 0);
}

void wide_pass(unsigned* keys, std::size_t count, std::size_t size, std::size_t stride) {
    // Each iteration compares kTile / 2 adjacent keys with the keys that are `stride` further. All
    // of these keys are in the same run of `size` keys, so they are sorted in the same direction.
#pragma omp parallel for schedule(static)
    for (std::size_t piece = 0; piece < count / 2; piece += kTile / 2) {
        unsigned* low = keys + 2 * piece - piece % stride;
        if ((static_cast<std::size_t>(low - keys) & size) == 0) {
            order_runs<true>(low, low + stride, kTile / 2);
        } else {
            order_runs<false>(low, low + stride, kTile / 2);
        }
    }
}

}  // namespace

void openmp_bitonic(std::size_t count, unsigned* keys) {
#pragma omp parallel for schedule(static)
    for (std::size_t first = 0; first < count; first += kTile) sort_tile(keys, first);
    for (std::size_t size = 2 * kTile; size <= count; size *= 2) {
        for (std::size_t stride = size / 2; stride >= kTile; stride /= 2)
            wide_pass(keys, count, size, stride);
#pragma omp parallel for schedule(static)
        for (std::size_t first = 0; first < count; first += kTile)
            merge_run(keys + first, kTile, kTile / 2, (first & size) == 0);
    }
}

}  // namespace glint::bench::openmp
