// SPDX-License-Identifier: MIT
// Sobol quasi-random sequences: points that fill a many-dimensional cube evenly.
#pragma once

#include <glint/annotations.cuh>

namespace glint {

namespace detail {

GLINT_ANY int lowest_zero(unsigned long long bits) {
    int place = 0;
    for (; bits & 1; bits >>= 1) ++place;
    return place;
}

}  // namespace detail

/// One dimension of a Sobol sequence in Gray code order: Antonov and Saleev, 1979.
///
/// Word has 32 or 64 bits. Each dimension has as many direction numbers as Word has bits. The host
/// computes these numbers with glint::sobol_directions. The sequence repeats after 2^32 or 2^64
/// points. Draw all dimensions of a point at the same index.
template <class Word>
class Sobol {
public:
    /// Starts at point `index`. All points are XORed with `shift`.
    GLINT_ANY explicit Sobol(const Word* directions, unsigned long long index = 0, Word shift = 0)
        : directions_(directions), index_(index), word_(shift) {
        auto gray = static_cast<Word>(index_ ^ (index_ >> 1));
        for (int bit = 0; gray != 0; gray >>= 1, ++bit)
            if (gray & 1) word_ ^= directions_[bit];
    }

    GLINT_ANY Word bits() {
        const Word result = word_;
        const int bit = detail::lowest_zero(index_++);
        word_ ^= directions_[bit < kBits ? bit : kBits - 1];
        return result;
    }
    /// Centers of equal steps in (0, 1): 2^23 for float, 2^52 (2^32 from 32-bit words) for double.
    GLINT_ANY float uniform() { return to_open(static_cast<unsigned int>(bits() >> (kBits - 32))); }
    GLINT_ANY double uniform_double() { return to_open_double(bits()); }

    /// Converts a known word to a uniform number.
    static GLINT_ANY float to_open(unsigned int word) {
        return (static_cast<float>(word >> 9) + 0.5f) * 0x1p-23f;
    }
    static GLINT_ANY double to_open_double(Word word) {
        constexpr int kDropped = kBits == 64 ? 12 : 0;
        return (static_cast<double>(word >> kDropped) + 0.5) * (kBits == 64 ? 0x1p-52 : 0x1p-32);
    }

private:
    static constexpr int kBits = 8 * sizeof(Word);

    const Word* directions_;
    unsigned long long index_;
    Word word_;
};

using Sobol32 = Sobol<unsigned int>;
using Sobol64 = Sobol<unsigned long long>;

}  // namespace glint
