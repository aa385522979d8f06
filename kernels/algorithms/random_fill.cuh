// SPDX-License-Identifier: MIT
// What glint::Generator writes for each kind of generator and distribution and passes to
// random_fill.cu under this name. This one stands for them where that is compiled by itself.
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
