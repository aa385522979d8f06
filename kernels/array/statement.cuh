// SPDX-License-Identifier: MIT
// The host replaces this header with a generated one for each Elementwise. This version is used
// when statement.cu is compiled standalone. Its code is `y[i] = a * x[i]`, with any strides of x.
#pragma once

#include <glint/expression/strided.cuh>

#define GLINT_KERNEL saxpy

namespace glint::statement {

using Index = int;  // 64 bits if an array needs them

struct Arguments {
    Index n, first, step, count;  // the indices below n that are processed
    expression::Extents<Index, 2> extents;
    float glint_0;
    expression::Elements<const float, Index, 2, expression::Step::any> glint_1;
    float* glint_2;
};

__device__ inline void run(const Arguments& glint_arguments, Index glint_thread,
                           Index glint_threads) {
    [[maybe_unused]] const Index n = glint_arguments.n;
    {
        const float a = glint_arguments.glint_0;
        const expression::Strided<const float, Index, 2> x{glint_arguments.glint_1,
                                                           glint_arguments.extents};
        float* const y = glint_arguments.glint_2;
        for (Index glint_k = glint_thread; glint_k < glint_arguments.count;
             glint_k += glint_threads) {
            const Index i = glint_arguments.first + glint_k * glint_arguments.step;
            y[i] = a * x[i];
        }
    }
}

}  // namespace glint::statement
