// SPDX-License-Identifier: MIT
// Finds the first element of a field that is NaN or infinity. All bits of the exponent are ones in
// such floating-point numbers, so numbers are examined as words, regardless of their type.

#include <studio/sizes.cuh>

namespace {

template <int kBits>
struct Word;
template <>
struct Word<16> {
    using Type = unsigned short;
};
template <>
struct Word<32> {
    using Type = unsigned int;
};
template <>
struct Word<64> {
    using Type = unsigned long long;
};

__device__ unsigned long long thread_index() {
    return static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// Lowers `lowest` to `index`. The plain read avoids most atomics if many numbers are not finite.
__device__ void note(unsigned long long* lowest, unsigned long long index) {
    if (index < *const_cast<volatile unsigned long long*>(lowest)) atomicMin(lowest, index);
}

template <int kBits>
__device__ void find_packed(const uint4* numbers, unsigned long long count,
                            unsigned long long exponent, unsigned long long* lowest) {
    using Type = typename Word<kBits>::Type;
    constexpr int kEach = 8 * glint::studio::sizes::kGroupBytes / kBits;
    const unsigned long long first = thread_index() * kEach;
    const Type all = static_cast<Type>(exponent);
    if (first + kEach <= count) {
        const uint4 group = numbers[thread_index()];
        const unsigned int parts[4] = {group.x, group.y, group.z, group.w};
        int found = kEach;
        for (int i = kEach - 1; i >= 0; --i) {
            Type word;
            if (kBits == 64)
                word =
                    static_cast<Type>(static_cast<unsigned long long>(parts[2 * i % 4 + 1]) << 32);
            else if (kBits == 32)
                word = static_cast<Type>(parts[i % 4]);
            else
                word = static_cast<Type>(parts[i / 2] >> 16 * (i % 2));
            if ((word & all) == all) found = i;
        }
        if (found < kEach) note(lowest, first + found);
        return;
    }
    const Type* words = reinterpret_cast<const Type*>(numbers);
    for (unsigned long long i = first; i < count; ++i)
        if ((words[i] & all) == all) return note(lowest, i);
}

template <int kBits>
__device__ void find_strided(const unsigned char* first, unsigned long long stride_bytes,
                             unsigned int components, unsigned long long count,
                             unsigned long long exponent, unsigned long long* lowest) {
    using Type = typename Word<kBits>::Type;
    const unsigned long long i = thread_index();
    if (i >= count) return;
    const Type all = static_cast<Type>(exponent);
    const Type* words = reinterpret_cast<const Type*>(first + i * stride_bytes);
    bool is_none = false;
    for (unsigned int c = 0; c < components; ++c) is_none = is_none || (words[c] & all) == all;
    if (is_none) note(lowest, i);
}

}  // namespace

#define GLINT_FIND(bits)                                                                          \
    /* Lowers `lowest` to the index of the first of `count` adjacent numbers in which all bits */ \
    /* of the mask `exponent` are ones. One thread per 16 bytes. */                               \
    extern "C" __global__ void find_packed_##bits(const uint4* numbers, unsigned long long count, \
                                                  unsigned long long exponent,                    \
                                                  unsigned long long* lowest) {                   \
        find_packed<bits>(numbers, count, exponent, lowest);                                      \
    }                                                                                             \
    /* Like find_packed, but for `components` numbers in each of `count` elements, which are */   \
    /* `stride_bytes` apart. Lowers `lowest` to an index of elements. One thread per element. */  \
    extern "C" __global__ void find_strided_##bits(                                               \
        const unsigned char* first, unsigned long long stride_bytes, unsigned int components,     \
        unsigned long long count, unsigned long long exponent, unsigned long long* lowest) {      \
        find_strided<bits>(first, stride_bytes, components, count, exponent, lowest);             \
    }

GLINT_FIND(16)
GLINT_FIND(32)
GLINT_FIND(64)
