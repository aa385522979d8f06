// SPDX-License-Identifier: MIT
// Converts numbers to bit patterns that have the same order.
#pragma once

#include <glint/annotations.cuh>

namespace glint {

/// Maps keys of type Key to unsigned integers, `Bits`, of the same size and order.
///
/// Specialized here for integers, float and double, and in half.cuh for half and bfloat16. -0 comes
/// before 0. NaNs come before or after all numbers, depending on their sign.
template <class Key>
struct RadixKey;

namespace detail {

template <class Key, class Unsigned>
struct UnsignedKey {
    using Bits = Unsigned;
    static GLINT_ANY Bits to_bits(Key key) { return static_cast<Bits>(key); }
    static GLINT_ANY Key from_bits(Bits bits) { return static_cast<Key>(bits); }
};

template <class Key, class Unsigned>
struct SignedKey {
    using Bits = Unsigned;
    static constexpr Bits kSign = Bits(Bits(1) << (8 * sizeof(Bits) - 1));
    static GLINT_ANY Bits to_bits(Key key) { return static_cast<Bits>(key) ^ kSign; }
    static GLINT_ANY Key from_bits(Bits bits) { return static_cast<Key>(bits ^ kSign); }
};

template <class Key, class Unsigned>
struct FloatKey {
    using Bits = Unsigned;
    static constexpr Bits kSign = Bits(Bits(1) << (8 * sizeof(Bits) - 1));
    static GLINT_ANY Bits to_bits(Key key) {
        Bits bits;
        memcpy(&bits, &key, sizeof(bits));
        return bits ^ (bits & kSign ? Bits(~Bits(0)) : kSign);
    }
    static GLINT_ANY Key from_bits(Bits bits) {
        bits ^= bits & kSign ? kSign : Bits(~Bits(0));
        Key key;
        memcpy(&key, &bits, sizeof(key));
        return key;
    }
};

}  // namespace detail

#define GLINT_RADIX_KEY(key, form, bits) \
    template <>                          \
    struct RadixKey<key> : detail::form<key, bits> {};
GLINT_RADIX_KEY(bool, UnsignedKey, unsigned char)
GLINT_RADIX_KEY(char, SignedKey, unsigned char)
GLINT_RADIX_KEY(unsigned char, UnsignedKey, unsigned char)
GLINT_RADIX_KEY(unsigned short, UnsignedKey, unsigned short)
GLINT_RADIX_KEY(unsigned int, UnsignedKey, unsigned int)
GLINT_RADIX_KEY(unsigned long, UnsignedKey, unsigned long)
GLINT_RADIX_KEY(unsigned long long, UnsignedKey, unsigned long long)
GLINT_RADIX_KEY(signed char, SignedKey, unsigned char)
GLINT_RADIX_KEY(short, SignedKey, unsigned short)
GLINT_RADIX_KEY(int, SignedKey, unsigned int)
GLINT_RADIX_KEY(long, SignedKey, unsigned long)
GLINT_RADIX_KEY(long long, SignedKey, unsigned long long)
GLINT_RADIX_KEY(float, FloatKey, unsigned int)
GLINT_RADIX_KEY(double, FloatKey, unsigned long long)
#undef GLINT_RADIX_KEY

}  // namespace glint
