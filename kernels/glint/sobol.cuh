// SPDX-License-Identifier: MIT
// Sobol's quasi-random sequences: points that fill a cube of many dimensions evenly.
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

/// One dimension of a Sobol sequence in the order of the Gray code: Antonov and Saleev, 1979.
///
/// Word is 32 or 64 bits wide, as are its direction numbers, of which a dimension has as many as
/// Word has bits: glint::sobol_directions gives them on the host. The sequence has 2^32 or 2^64
/// points; at its end it starts again. Draw all dimensions of a point at the same index.
template <class Word>
class Sobol {
public:
    /// The first is point `index`. All are shifted by the bits of `shift`.
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
    /// In (0, 1), in whole steps from their middle: 2^23 of them of 32 bits, 2^52 of 64.
    GLINT_ANY float uniform() { return to_open(static_cast<unsigned int>(bits() >> (kBits - 32))); }
    GLINT_ANY double uniform_double() { return to_open_double(bits()); }

    /// The uniform number that a known word gives.
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
