// SPDX-License-Identifier: MIT
// Stores adjacent elements in few accesses.
#pragma once

#include <glint/expression/elements.cuh>

namespace glint::expression {

/// Stores in accesses of up to 16 bytes if `Aligned` is a multiple of Count. The address of `to`
/// must be aligned to `Aligned` elements.
template <int Aligned, class T, int Count>
__device__ inline void store_neighbors(T* to, const T (&values)[Count]) {
    constexpr bool kTogether =
        Count > 1 && Aligned % Count == 0 && (sizeof(T) & (sizeof(T) - 1)) == 0;
    if constexpr (kTogether) {
        Pack<T, Count> pack;
#pragma unroll
        for (int k = 0; k < Count; ++k) pack.values[k] = values[k];
        *reinterpret_cast<Pack<T, Count>*>(to) = pack;
    } else {
#pragma unroll
        for (int k = 0; k < Count; ++k) to[k] = values[k];
    }
}

}  // namespace glint::expression
