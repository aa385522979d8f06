// SPDX-License-Identifier: MIT
// Elements at any strides, as a pointer gives adjacent ones.
#pragma once

#include <glint/expression/elements.cuh>

namespace glint::expression {

/// Element i in C's order of what `extents` say.
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
