// SPDX-License-Identifier: MIT
// Elements of random permutations in array expressions.
#pragma once

#include <glint/expression/random.cuh>
#include <glint/permutation.cuh>

namespace glint::expression {

template <class Index>
__device__ inline long long permuted(const RandomPlace& place, long long count, Index index) {
    return Permutation(count, place.seed, place.sequence)(place.offset + index);
}

}  // namespace glint::expression
