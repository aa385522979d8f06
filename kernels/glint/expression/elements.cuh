// SPDX-License-Identifier: MIT
// Access to the elements of operands in the kernels of array expressions.
#pragma once

namespace glint::expression {

/// The distance between adjacent elements of a row.
enum class Step {
    unit,  ///< adjacent
    back,  ///< adjacent, in reverse order
    same,  ///< all positions of the row refer to the same element (broadcast)
    any,
};

/// The index space of an expression: `rows` rows of `columns` elements. `outer` has the extents of
/// the `Rank - 1` outer dimensions, with which a row's number is converted to its position.
template <class Index, int Rank>
struct Extents {
    Index rows, columns;
    Index outer[Rank > 1 ? Rank - 1 : 1];
};

/// The position of a row: its index in each outer dimension.
template <class Index, int Rank>
struct Place {
    Index at[Rank > 1 ? Rank - 1 : 1];

    __device__ Place(const Extents<Index, Rank>& extents, Index row) {
        using Unsigned = decltype(sizeof(0));
        using Narrow = unsigned int;
#pragma unroll
        for (int axis = Rank - 2; axis > 0; --axis) {
            const Index extent = extents.outer[axis];
            // All extents and row numbers are positive, and unsigned 32-bit division is faster.
            const Index rest = sizeof(Index) == 4 ? Index(Narrow(row) / Narrow(extent))
                                                  : Index(Unsigned(row) / Unsigned(extent));
            at[axis] = row - rest * extent;
            row = rest;
        }
        at[0] = row;
    }
};

/// Adjacent elements that are read or written in one access, or in several accesses of 16 bytes.
template <class T, int Count>
struct alignas(sizeof(T) * Count < 16 ? sizeof(T) * Count : 16) Pack {
    T values[Count];
};
template <class T>
struct Pack<T, 1> {
    T values[1];
};

/// An element of any type, for kernels that only copy elements.
template <int Bytes, int Alignment>
struct alignas(Alignment) Block {
    unsigned char bytes[Bytes];
};

/// Distances between elements, in units of elements, along the outer dimensions and along a row.
template <class Index, int Rank, Step step>
struct Strides {
    Index of[Rank];

    /// The offset of the start of a row.
    __device__ Index row(const Place<Index, Rank>& place) const {
        Index start = 0;
#pragma unroll
        for (int axis = 0; axis < Rank - 1; ++axis) start += place.at[axis] * of[axis];
        return start;
    }
    __device__ Index within(Index column) const {
        if (step == Step::unit) return column;
        if (step == Step::back) return -column;
        return step == Step::same ? Index(0) : column * of[Rank - 1];
    }
};

/// The elements of an array or a view.
template <class T, class Index, int Rank, Step step>
struct Elements {
    T* data;
    Strides<Index, Rank, step> strides;

    __device__ Index row(const Place<Index, Rank>& place) const { return strides.row(place); }

    /// Reads elements, starting at `column`. Packs of several adjacent elements must be aligned.
    template <int Count, class Value>
    __device__ void read(Index row, Index column, Value (&to)[Count]) const {
        if constexpr (step == Step::unit && Count > 1) {
            const auto pack = *reinterpret_cast<const Pack<Value, Count>*>(data + row + column);
#pragma unroll
            for (int i = 0; i < Count; ++i) to[i] = pack.values[i];
        } else if constexpr (step == Step::back && Count > 1) {
            const auto pack =
                *reinterpret_cast<const Pack<Value, Count>*>(data + row - column - (Count - 1));
#pragma unroll
            for (int i = 0; i < Count; ++i) to[i] = pack.values[Count - 1 - i];
        } else {
#pragma unroll
            for (int i = 0; i < Count; ++i) to[i] = data[row + strides.within(column + i)];
        }
    }
    template <int Count, class Value>
    __device__ void write(Index row, Index column, const Value (&from)[Count]) const {
        if constexpr (step == Step::unit && Count > 1) {
            Pack<Value, Count> pack;
#pragma unroll
            for (int i = 0; i < Count; ++i) pack.values[i] = from[i];
            *reinterpret_cast<Pack<Value, Count>*>(data + row + column) = pack;
        } else {
#pragma unroll
            for (int i = 0; i < Count; ++i) data[row + strides.within(column + i)] = from[i];
        }
    }
};

/// Elements that are computed from their index, without any memory access.
template <class Index, int Rank, Step step>
struct Indices {
    Index first;
    Strides<Index, Rank, step> strides;

    __device__ Index row(const Place<Index, Rank>& place) const {
        return first + strides.row(place);
    }
    template <int Count, class Value>
    __device__ void read(Index row, Index column, Value (&to)[Count]) const {
#pragma unroll
        for (int i = 0; i < Count; ++i) to[i] = Value(row + strides.within(column + i));
    }
};

}  // namespace glint::expression
