// SPDX-License-Identifier: MIT
// Elements that expressions read or write at computed indices.
#pragma once

#include <glint/atomic.cuh>
#include <glint/expression/convert.cuh>
#include <glint/expression/functions.cuh>

namespace glint::expression {

/// Selects how an index outside 0 to extent - 1 is handled.
enum class OutOfRange {
    refuse,  ///< negative indices count from the end; others are errors, checked in debug mode
    clamp,   ///< use the nearest element
    wrap,    ///< wrap around: -1 is the last element
    drop,    ///< use no element
};

/// Converts an index to a signed type. Large unsigned indices do not become negative.
template <class Index>
__device__ inline long long index_of(Index given) {
    constexpr Index kMax = Index(~0ull >> 1);
    if constexpr (sizeof(Index) == 8 && Index(-1) > Index(0))
        if (given > kMax) return static_cast<long long>(kMax);
    return static_cast<long long>(given);
}

/// Returns the position for an index, or -1 if the index does not select an element.
template <OutOfRange mode>
__device__ inline long long place_of(long long index, long long extent) {
    if (static_cast<unsigned long long>(index) < static_cast<unsigned long long>(extent))
        return index;
    if (mode == OutOfRange::clamp) return index < 0 ? 0 : extent - 1;
    if (mode == OutOfRange::wrap) {
        const long long rest = index % extent;
        return rest < 0 ? rest + extent : rest;
    }
    if (mode == OutOfRange::drop) return -1;
#ifdef GLINT_DEBUG
    assert(-extent <= index && index < extent);
#endif
    return index < 0 && index >= -extent ? index + extent : -1;
}

/// Elements that `Count` indices select, starting at the `offset` given by the other dimensions.
template <class T, int Count>
struct Table {
    T* data;
    long long extents[Count];
    long long strides[Count];

    /// Reads the element at these indices. Clamps an index that does not select an element.
    template <OutOfRange mode, class... Indices>
    __device__ T read(long long offset, Indices... given) const {
        const long long indices[Count] = {index_of(given)...};
#pragma unroll
        for (int i = 0; i < Count; ++i) {
            const long long place = place_of<mode>(indices[i], extents[i]);
            offset += strides[i] *
                      (place < 0 ? place_of<OutOfRange::clamp>(indices[i], extents[i]) : place);
        }
        return data[offset];
    }

    /// Returns the address of the element, or null if the element does not exist.
    template <OutOfRange mode, class... Indices>
    __device__ T* find(long long offset, Indices... given) const {
        const long long indices[Count] = {index_of(given)...};
#pragma unroll
        for (int i = 0; i < Count; ++i) {
            const long long place = place_of<mode>(indices[i], extents[i]);
            if (place < 0) return nullptr;
            offset += place * strides[i];
        }
        return data + offset;
    }
};

namespace detail {

/// The integer types of CUDA's atomic functions.
template <bool is_signed, int Bytes>
struct AtomicInteger;
// clang-format off
template <> struct AtomicInteger<false, 4> { using Type = unsigned int; };
template <> struct AtomicInteger<true, 4> { using Type = int; };
template <> struct AtomicInteger<false, 8> { using Type = unsigned long long; };
template <> struct AtomicInteger<true, 8> { using Type = long long; };
// clang-format on

template <class T>
struct IsAtomicInteger {
    static constexpr bool value = Whole<T>::value && sizeof(T) >= 4;
};

template <class T>
__device__ inline void add_atomically(T* element, T value) {
    if constexpr (requires { value.re; }) {
        atomicAdd(&element->re, value.re);
        atomicAdd(&element->im, value.im);
    } else if constexpr (IsAtomicInteger<T>::value) {
        // Signed and unsigned addition give the same bits, so the unsigned function serves both.
        using Integer = typename AtomicInteger<false, sizeof(T)>::Type;
        atomicAdd(reinterpret_cast<Integer*>(element), static_cast<Integer>(value));
    } else if constexpr (Whole<T>::value) {
        atomic_update(element, [=](T old) -> T { return static_cast<T>(old + value); });
    } else {
        atomicAdd(element, value);
    }
}
template <class T>
__device__ inline void lower_atomically(T* element, T value) {
    if constexpr (IsAtomicInteger<T>::value) {
        using Integer = typename AtomicInteger<(T(-1) < T(0)), sizeof(T)>::Type;
        atomicMin(reinterpret_cast<Integer*>(element), static_cast<Integer>(value));
    } else {
        atomic_update(element, [=](T old) -> T { return smaller(old, value); });
    }
}
template <class T>
__device__ inline void raise_atomically(T* element, T value) {
    if constexpr (IsAtomicInteger<T>::value) {
        using Integer = typename AtomicInteger<(T(-1) < T(0)), sizeof(T)>::Type;
        atomicMax(reinterpret_cast<Integer*>(element), static_cast<Integer>(value));
    } else {
        atomic_update(element, [=](T old) -> T { return larger(old, value); });
    }
}

}  // namespace detail

// All functions below return true unless `element` is null.
template <class T>
__device__ inline bool set_element(T* element, T value) {
    if (element) *element = value;
    return element != nullptr;
}
template <class T>
__device__ inline bool add_to_element(T* element, T value) {
    if (element) detail::add_atomically(element, value);
    return element != nullptr;
}
template <class T>
__device__ inline bool lower_element(T* element, T value) {
    if (element) detail::lower_atomically(element, value);
    return element != nullptr;
}
template <class T>
__device__ inline bool raise_element(T* element, T value) {
    if (element) detail::raise_atomically(element, value);
    return element != nullptr;
}

}  // namespace glint::expression
