// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one for each generator and distribution in
// random_fill.cu. This version is used only when that kernel is compiled standalone.
#pragma once

#include <glint/expression/elements.cuh>
#include <glint/expression/random.cuh>
#include <glint/xorwow.cuh>

namespace glint::expression {

using Generator = Xorwow;
using Value = int;
using Numbers = IntegerNumbers<int>;

struct alignas(16) Scalars {
    RandomPlace s0;
    unsigned long long s1;
    int s2;
};
struct Operands {
    Scalars scalars;
};

__device__ inline Numbers numbers_of(const Operands& operands) {
    return Numbers{operands.scalars.s1, operands.scalars.s2};
}

}  // namespace glint::expression
