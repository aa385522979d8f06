// SPDX-License-Identifier: MIT
// Fills an array with groups of numbers. Each group uses four words of a stateful generator. Group
// i uses sequence i modulo `sequences`. One thread draws each sequence.
#include <algorithms/random_fill.cuh>

namespace glint::expression {

/// Computes numbers from the next four words. A distribution with kCount 1 draws its words itself.
__device__ inline void draw_next(Generator& generator, const Numbers& numbers,
                                 Value (&to)[Numbers::kCount]) {
    Words4 words = {};
    if constexpr (Numbers::kCount > 1)
        words = {generator.bits(), generator.bits(), generator.bits(), generator.bits()};
    numbers(words, generator, to);
}

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(256)
    fill(glint::expression::Value* to, unsigned long long count, unsigned int sequences,
         const __grid_constant__ glint::expression::Operands operands) {
    using namespace glint::expression;
    constexpr int kCount = Numbers::kCount;
    const unsigned int sequence = blockIdx.x * blockDim.x + threadIdx.x;
    if (sequence >= sequences || sequence * static_cast<unsigned long long>(kCount) >= count)
        return;
    const RandomPlace place = operands.scalars.s0;
    Generator generator(place.seed, place.sequence + sequence, place.offset);
    const Numbers numbers = numbers_of(operands);
    unsigned long long first = sequence * static_cast<unsigned long long>(kCount);
    for (; first < count; first += static_cast<unsigned long long>(sequences) * kCount) {
        Value drawn[kCount];
        draw_next(generator, numbers, drawn);
        if (first + kCount <= count) {
            Pack<Value, kCount> pack;
#pragma unroll
            for (int i = 0; i < kCount; ++i) pack.values[i] = drawn[i];
            *reinterpret_cast<Pack<Value, kCount>*>(to + first) = pack;
        } else {
#pragma unroll
            for (int i = 0; i < kCount; ++i)
                if (first + i < count) to[first + i] = drawn[i];
        }
    }
}
