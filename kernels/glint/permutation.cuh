// SPDX-License-Identifier: MIT
// Random permutations whose elements can be computed independently.
#pragma once

#include <glint/philox.cuh>

namespace glint {

namespace detail {

/// Random bits that depend on `value` and a key: the mixing steps of MurmurHash3 and xxHash.
GLINT_ANY unsigned int keyed_bits(unsigned int value, unsigned int key) {
    value = (value ^ key) * 0x85EBCA77u;
    value = (value ^ (value >> 15)) * 0xC2B2AE3Du;
    value = (value ^ (value >> 13)) * 0x9E3779B1u;
    return value ^ (value >> 16);
}

}  // namespace detail

/// A permutation of 0 to `count` - 1 that depends on seed and sequence. `count` must not be 0.
///
/// A Feistel network permutes the numbers with as many bits as `count` needs, but with at least
/// seven bits, because it mixes fewer bits badly. The network is applied repeatedly until the
/// result is in range: on average at most twice for counts above 64. Mitchell, Stokes, Frank and
/// Holmes, "Bandwidth-Optimal Random Shuffling for GPUs", 2022.
class Permutation {
public:
    GLINT_ANY Permutation(unsigned long long count, unsigned long long seed,
                          unsigned long long sequence = 0)
        : count_(count), keys_(philox_block(seed, sequence, kKeyBlock)) {
        int bits = 7;
        while (bits < 64 && (1ull << bits) < count) ++bits;
        low_bits_ = bits / 2;
        low_mask_ = static_cast<unsigned int>((1ull << low_bits_) - 1);
        high_mask_ = static_cast<unsigned int>((1ull << (bits - low_bits_)) - 1);
    }

    /// Returns the number at position `i`, which must be below the count.
    GLINT_ANY unsigned long long operator()(unsigned long long i) const {
        if (count_ < 2) return 0;
        do i = network(i);
        while (i >= count_);
        // The network makes only even permutations; a random swap of 0 and 1 adds the odd ones.
        return i < 2 ? i ^ (keys_.w >> 31) : i;
    }

private:
    static constexpr int kRounds = 12;
    static constexpr unsigned long long kKeyBlock = ~0ull;  // not used by arrays

    GLINT_ANY unsigned long long network(unsigned long long i) const {
        unsigned int low = static_cast<unsigned int>(i & low_mask_);
        unsigned int high = static_cast<unsigned int>(i >> low_bits_);
        Words4 keys = keys_;
        for (int round = 0; round < kRounds; round += 4) {
            low ^= detail::keyed_bits(high, keys.x) & low_mask_;
            high ^= detail::keyed_bits(low, keys.y) & high_mask_;
            low ^= detail::keyed_bits(high, keys.z) & low_mask_;
            high ^= detail::keyed_bits(low, keys.w) & high_mask_;
            keys = {keys.x + 0x9E3779B9u, keys.y + 0xBB67AE85u, keys.z + 0x3C6EF372u,
                    keys.w + 0xA54FF53Au};
        }
        return static_cast<unsigned long long>(high) << low_bits_ | low;
    }

    unsigned long long count_;
    Words4 keys_;
    int low_bits_ = 0;
    unsigned int low_mask_ = 0, high_mask_ = 0;
};

}  // namespace glint
