// SPDX-License-Identifier: MIT
// Where a sort's keys and values are on their way.
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

constexpr int kDigits = 256;              ///< values of a digit of a key, by which a pass sorts
constexpr int kMostPasses = sizeof(Key);  ///< one for each byte of a key

/// The places by their number: what is given, what is to be filled (perhaps the same memory), room
/// for as much, and perhaps more room. What an expression gives is put into the result or the room
/// by the kernel that reads it first.
enum Place { kGiven, kResult, kRoom, kSpare, kPlaces };

struct Buffers {
    Key* keys[kPlaces];
    Value* values[kPlaces];

    __device__ bool in_place() const { return keys[kGiven] == keys[kResult]; }
    /// Where a pass writes that reads `from`, so that no more than the result and the room are
    /// used.
    __device__ int other(int from) const {
        return from == kResult || (from == kGiven && in_place()) ? kRoom : kResult;
    }
    // Selected by hand: parameters that are indexed go through local memory.
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
    /// Value `index` of all, which is number `number` of its segment.
    template <class Index>
    __device__ Value value(int place, Index index, Index number) const {
        if constexpr (kNumbered)
            if (place == kGiven) return static_cast<Value>(number);
        return values_at(place)[index];
    }
};

/// Does nothing where no places are wanted.
template <class Place>
__device__ inline void set_place(Place* places, unsigned long long index,
                                 unsigned long long place) {
    if constexpr (kNumbered) places[index] = static_cast<Place>(place);
}

/// Puts the keys that an expression gives, from `first` to before `end`, where passes read what is
/// given, with all of a block's threads. Those in memory are there.
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
