// SPDX-License-Identifier: MIT
// Checks whether keys are in order.
#include <algorithms/sort_buffers.cuh>

namespace glint::sorting {

using Count = unsigned long long;

/// True if this thread finds a key that belongs before the previous key of the same line.
__device__ inline bool is_unordered(const SortDigits& digits, const Key* keys, Count length,
                                    Count size) {
    const Count stride = Count(gridDim.x) * blockDim.x;
    bool found = false;
    for (Count i = Count(blockIdx.x) * blockDim.x + threadIdx.x; i + 1 < size; i += stride)
        found |= digits.rank(keys[i + 1]) < digits.rank(keys[i]) && (i + 1) % length != 0;
    return found;
}
/// Overload for keys that an expression computes. A thread checks runs of consecutive keys, so that
/// it evaluates most keys only once.
template <class Run>
__device__ inline bool is_unordered(const SortDigits& digits, const Run& run, Count length,
                                    Count size) {
    constexpr int kPairs = 8;
    const Count stride = Count(gridDim.x) * blockDim.x * kPairs;
    bool found = false;
    for (Count i = (Count(blockIdx.x) * blockDim.x + threadIdx.x) * kPairs; i + 1 < size;
         i += stride) {
        Key keys[kPairs + 1];
        evaluate(run, i, 1, size, keys);
#pragma unroll
        for (int k = 1; k <= kPairs; ++k)
            if (i + k < size)
                found |= digits.rank(keys[k]) < digits.rank(keys[k - 1]) && (i + k) % length != 0;
    }
    return found;
}

}  // namespace glint::sorting

/// Sets `unordered` if a key belongs before the previous key of its line. Any grid size works.
extern "C" __global__ void __launch_bounds__(256)
    check_order(const __grid_constant__ glint::sorting::Given given, glint::SortDigits digits,
                unsigned long long length, unsigned long long size, unsigned int* unordered) {
    if (glint::sorting::is_unordered(digits, given + 0, length, size)) *unordered = 1;
}
