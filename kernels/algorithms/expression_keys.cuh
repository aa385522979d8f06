// SPDX-License-Identifier: MIT
// Sort keys that are the elements of an expression.
#pragma once

#include <glint/annotations.cuh>
#include <glint/expression/values.cuh>

namespace glint::sorting {

/// The elements of an expression, from a given element on. Behaves like a pointer to keys.
class ExpressionRun {
public:
    static constexpr int kPack = expression::kPack;

    __device__ ExpressionRun(const expression::Operands& operands, unsigned long long first)
        : operands_(operands), first_(static_cast<expression::Index>(first)) {}

    __device__ expression::Value operator[](unsigned long long i) const {
        return expression::value_at(operands_, first_ + static_cast<expression::Index>(i));
    }
    __device__ ExpressionRun operator+(unsigned long long count) const {
        return {operands_, static_cast<unsigned long long>(first_) + count};
    }
    /// Writes the elements from `first` (inclusive) to `end` (exclusive) to `to`, row by row.
    __device__ void put(expression::Value* to, unsigned long long first,
                        unsigned long long end) const {
        using expression::Index;
        const expression::Operands operands = operands_;  // a copy, so that `to` cannot alias it
        const Index columns = operands.extents.columns;
        Index left = static_cast<Index>(end - first);
        Index place = first_ + static_cast<Index>(first);
        to += first;
        while (left > 0) {
            const Index row = place / columns, column = place - row * columns;
            const Index count = ::min(left, columns - column);
            const expression::Row in(operands, row);
            for (Index i = 0; i < count; ++i) {
                expression::Inputs inputs[1];
                expression::read(operands, in, column + i, inputs);
                to[i] = expression::value(operands, inputs[0]);
            }
            to += count;
            place += count;
            left -= count;
        }
    }
    /// Reads `Count` adjacent elements starting at `i`, as values_at() does.
    template <int Count>
    __device__ void read(unsigned long long i, expression::Value (&keys)[Count]) const {
        expression::values_at(operands_, first_ + static_cast<expression::Index>(i), keys);
    }

private:
    const expression::Operands& operands_;
    expression::Index first_;
};

/// The kernel argument for keys that come from an expression.
struct ExpressionKeys {
    expression::Operands operands;

    __device__ ExpressionRun operator+(unsigned long long count) const { return {operands, count}; }
};

/// Evaluates the keys `first`, `first + stride`, ... below `end`. Never inlined on CUDA, so that
/// all kernels that evaluate the keys get bit-identical values.
template <int Count>
GLINT_APART __device__ inline void evaluate(const ExpressionRun& run, unsigned long long first,
                                            unsigned long long stride, unsigned long long end,
                                            expression::Value (&keys)[Count]) {
#pragma unroll
    for (int k = 0; k < Count; ++k)
        if (first + k * stride < end) keys[k] = run[first + k * stride];
}

}  // namespace glint::sorting
