// SPDX-License-Identifier: MIT
// Maps numbers to bits that have the same order, and extracts digits of these bits.
#pragma once

#include <glint/radix_key.cuh>

struct __half;
struct __nv_bfloat16;

namespace glint {

namespace detail {

/// The bits of infinity, or 0 for integers.
template <class Key>
inline constexpr unsigned long long kInfinity = 0;
template <>
inline constexpr unsigned long long kInfinity<float> = 0x7f800000u;
template <>
inline constexpr unsigned long long kInfinity<double> = 0x7ff0000000000000u;
template <>
inline constexpr unsigned long long kInfinity<__half> = 0x7c00u;
template <>
inline constexpr unsigned long long kInfinity<__nv_bfloat16> = 0x7f80u;

}  // namespace detail

/// Returns the key's bits in sort order, as RadixKey does, with two exceptions: -0 equals 0, and
/// all NaNs are equal, regardless of sign, and come after all numbers.
template <class Key>
GLINT_ANY typename RadixKey<Key>::Bits order_bits(Key key) {
    using Bits = typename RadixKey<Key>::Bits;
    const Bits bits = RadixKey<Key>::to_bits(key);
    if constexpr (detail::kInfinity<Key> != 0) {
        constexpr Bits kSign = Bits(Bits(1) << (8 * sizeof(Bits) - 1));
        constexpr Bits kMax = Bits(kSign | detail::kInfinity<Key>);
        if (bits > kMax || bits < Bits(~kMax)) return Bits(~Bits(0));
        return bits == Bits(kSign - 1) ? kSign : bits;
    }
    return bits;
}

/// One digit of the bits by which keys are sorted.
struct SortDigit {
    int shift;
    unsigned int mask;
    unsigned int flip;  ///< all ones for descending order, else 0

    template <class Key>
    GLINT_ANY unsigned int operator()(Key key) const {
        return (static_cast<unsigned int>(order_bits(key) >> shift) ^ flip) & mask;
    }
    /// Returns a key whose digit comes last in sort order.
    template <class Key>
    GLINT_ANY Key last() const {
        using Bits = typename RadixKey<Key>::Bits;
        if (!flip) return RadixKey<Key>::from_bits(Bits(~Bits(0)));
        if constexpr (detail::kInfinity<Key> == 0) return RadixKey<Key>::from_bits(0);
        // In descending order, the digit must be 0 before the flip. That is so for 0, except for
        // the digit with the sign bit, for which -infinity comes last.
        constexpr int kSignPlace = 8 * sizeof(Bits) - 1;
        constexpr Bits kSign = Bits(Bits(1) << kSignPlace);
        const bool has_sign = shift + 8 > kSignPlace && mask >> (kSignPlace - shift) != 0;
        return RadixKey<Key>::from_bits(has_sign ? Bits(~(kSign | detail::kInfinity<Key>)) : kSign);
    }
};

/// The sort criterion: the bits of the keys, in sort order, from `first_bit` (inclusive) to
/// `last_bit` (exclusive). They form digits of up to 8 bits, least significant first.
struct SortDigits {
    unsigned long long flip;  ///< all ones for descending order, else 0
    int first_bit, last_bit;

    GLINT_ANY int passes() const { return (last_bit - first_bit + 7) / 8; }

    template <class Key>
    GLINT_ANY typename RadixKey<Key>::Bits order(Key key) const {
        using Bits = typename RadixKey<Key>::Bits;
        return static_cast<Bits>(order_bits(key) ^ static_cast<Bits>(flip));
    }
    GLINT_ANY SortDigit of_pass(int pass) const {
        const int shift = first_bit + 8 * pass, width = last_bit - shift;
        return {shift, width < 8 ? (1u << width) - 1 : 255u, static_cast<unsigned int>(flip)};
    }
    template <class Key>
    GLINT_ANY unsigned int digit(Key key, int pass) const {
        return of_pass(pass)(key);
    }
    /// Returns only the key bits that are compared.
    template <class Key>
    GLINT_ANY typename RadixKey<Key>::Bits rank(Key key) const {
        using Bits = typename RadixKey<Key>::Bits;
        constexpr int kBits = 8 * sizeof(Bits);
        const int above = kBits - last_bit;
        return static_cast<Bits>(static_cast<Bits>(order(key) << above) >> above) >> first_bit;
    }
};

}  // namespace glint
