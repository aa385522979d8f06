// SPDX-License-Identifier: MIT
// Random numbers that array expressions compute where they are used. Number i of an array depends
// only on the array's RandomPlace and on i.
#pragma once

#include <glint/ceil_div.cuh>
#include <glint/random_numbers.cuh>

namespace glint::expression {

/// The source of an array's random numbers: element i is number `offset` + i of a sequence.
struct RandomPlace {
    unsigned long long seed, sequence, offset;
};

/// Extra words, for use after the four words of a block. The sequence itself never uses them.
class SpareWords : public Draws<SpareWords> {
public:
    __device__ SpareWords(const RandomPlace& place, unsigned long long block)
        : place_(place), block_(1ull << 63 | block) {}

    __device__ unsigned int bits() {
        const unsigned int which = next_++ % 4;
        if (which == 0) refill();
        return which < 2 ? (which == 0 ? words_.x : words_.y) : (which == 2 ? words_.z : words_.w);
    }

private:
    /// Computes new words. Block indices are below 2^56, and the higher bits count the refills.
    __device__ void refill() {
        words_ = philox_block(place_.seed, place_.sequence, block_);
        block_ += 1ull << 56;
    }

    const RandomPlace& place_;
    unsigned long long block_;
    unsigned int next_ = 0;
    Words4 words_ = {};
};

namespace detail {

template <class Numbers, class T>
__device__ inline void draw_block(const RandomPlace& place, const Numbers& numbers,
                                  unsigned long long block, T* to) {
    SpareWords spare(place, block);
    numbers(philox_block(place.seed, place.sequence, block), spare, to);
}

/// Shifts the numbers forward by `phase`, the number of unused numbers at the start of the block.
template <int Each, int Count, class T>
__device__ inline void shift(T (&numbers)[Count], unsigned int phase) {
#pragma unroll
    for (int by = 1; by < Each; by *= 2) {
        if ((phase & by) == 0) continue;
#pragma unroll
        for (int i = 0; i + by < Count; ++i) numbers[i] = numbers[i + by];
    }
}

/// Draws `Count` numbers starting at `first`. Each block is computed once. If `first` is not
/// aligned to a block, one more block is needed.
template <class Numbers, int Count, class T>
__device__ inline void draw_from(const RandomPlace& place, const Numbers& numbers,
                                 unsigned long long first, T (&to)[Count]) {
    constexpr int kEach = Numbers::kCount, kBlocks = ceil_div(Count, kEach);
    const unsigned long long block = first / kEach;
    const auto phase = static_cast<unsigned int>(first % kEach);
    T drawn[(kBlocks + 1) * kEach] = {};
#pragma unroll
    for (int i = 0; i < kBlocks; ++i) draw_block(place, numbers, block + i, drawn + i * kEach);
    if (kEach > 1 && phase != 0) {
        if (phase + Count > kBlocks * kEach)
            draw_block(place, numbers, block + kBlocks, drawn + kBlocks * kEach);
        shift<kEach>(drawn, phase);
    }
#pragma unroll
    for (int i = 0; i < Count; ++i) to[i] = drawn[i];
}

template <class Numbers, class Index, int Count, class T>
__device__ inline void draw_each(const RandomPlace& place, const Numbers& numbers,
                                 const Index (&index)[Count], T (&to)[Count]) {
#pragma unroll
    for (int i = 0; i < Count; ++i) {
        T one[1];
        draw_from(place, numbers, place.offset + index[i], one);
        to[i] = one[0];
    }
}

}  // namespace detail

/// Draws the numbers at these indices, which are consecutive or equally spaced.
template <class Numbers, class Index, int Count, class T>
__device__ inline void draw(const RandomPlace& place, const Numbers& numbers,
                            const Index (&index)[Count], T (&to)[Count]) {
    if constexpr (Count > 1) {
        if (index[Count - 1] - index[0] != Count - 1) {
            detail::draw_each(place, numbers, index, to);
            return;
        }
    }
    detail::draw_from(place, numbers, place.offset + index[0], to);
}

/// Draws element `index` of an array of Poisson numbers with varying means.
template <class T, class Index>
__device__ inline T poisson_number(const RandomPlace& place, Index index, double mean) {
    SpareWords spare(place, place.offset + index);
    return convert<T>(spare.poisson(mean));
}

}  // namespace glint::expression
