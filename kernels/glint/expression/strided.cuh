// SPDX-License-Identifier: MIT
// Elements with any strides, which code can index like a pointer to contiguous elements.
#pragma once

#include <glint/expression/elements.cuh>

namespace glint::expression {

/// Access to element i, in C order, of an array with given extents.
template <class T, class Index, int Rank>
struct Strided {
    const Elements<T, Index, Rank, Step::any>& elements;
    const Extents<Index, Rank>& extents;

    __device__ T& operator[](Index i) const {
        const Index row = Rank == 1 ? Index(0) : i / extents.columns;
        const Place<Index, Rank> place(extents, row);
        return elements
            .data[elements.row(place) + elements.strides.within(i - row * extents.columns)];
    }
};

}  // namespace glint::expression
