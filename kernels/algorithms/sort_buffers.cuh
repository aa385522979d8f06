// SPDX-License-Identifier: MIT
// The buffers of a sort's keys and values.
#pragma once

#include <algorithms/sort_types.cuh>

#include <glint/block_exchange.cuh>
#include <glint/sort_key.cuh>

namespace glint::sorting {

template <class T>
inline constexpr bool kIsNoValue = false;
template <>
inline constexpr bool kIsNoValue<NoValue> = true;
inline constexpr bool kHasValues = !kIsNoValue<Value>;

constexpr int kDigits = 256;             ///< number of values of a digit; passes sort by one digit
constexpr int kMaxPasses = sizeof(Key);  ///< one for each byte of a key

/// Indices of the buffers: the input, the result (which may be the same memory), a temporary buffer
/// of the same size, and possibly a spare buffer. Keys of an expression are first written to the
/// result or to a temporary buffer, by the first kernel that reads them.
enum Place { kGiven, kResult, kRoom, kSpare, kPlaces };

struct Buffers {
    Key* keys[kPlaces];
    Value* values[kPlaces];

    __device__ bool in_place() const { return keys[kGiven] == keys[kResult]; }
    /// Returns the output buffer of a pass that reads buffer `from`. Passes write only to the
    /// result and to the temporary buffer.
    __device__ int other(int from) const {
        return from == kResult || (from == kGiven && in_place()) ? kRoom : kResult;
    }
    // Selects the pointer explicitly: indexing would copy kernel parameters to local memory.
    __device__ Key* keys_at(int place) const {
        return place == kGiven    ? keys[kGiven]
               : place == kResult ? keys[kResult]
               : place == kRoom   ? keys[kRoom]
                                  : keys[kSpare];
    }
    __device__ Value* values_at(int place) const {
        return place == kGiven    ? values[kGiven]
               : place == kResult ? values[kResult]
               : place == kRoom   ? values[kRoom]
                                  : values[kSpare];
    }
    /// Returns the value at `index` of the array. It belongs to element `number` of its segment.
    template <class Index>
    __device__ Value value(int place, Index index, Index number) const {
        if constexpr (kNumbered)
            if (place == kGiven) return static_cast<Value>(number);
        return values_at(place)[index];
    }
};

/// Writes the index of a key if indices are requested; otherwise does nothing.
template <class Place>
__device__ inline void set_place(Place* places, unsigned long long index,
                                 unsigned long long place) {
    if constexpr (kNumbered) places[index] = static_cast<Place>(place);
}

/// Writes the keys of an expression from `first` (inclusive) to `end` (exclusive) to the buffer
/// that passes read, with all threads of a block. Does nothing for keys in memory.
template <class Run>
__device__ inline void put_given(const Run& given, Key* to, unsigned long long first,
                                 unsigned long long end) {
    if constexpr (kThreads == 1)
        given.put(to, first, end);
    else
        for (unsigned long long i = first + thread_rank(); i < end; i += kThreads) to[i] = given[i];
}
__device__ inline void put_given(const Key*, Key*, unsigned long long, unsigned long long) {}

}  // namespace glint::sorting
