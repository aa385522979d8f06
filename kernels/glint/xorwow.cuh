// SPDX-License-Identifier: MIT
// Marsaglia's XORWOW, a generator with a state of six words, for compatibility with other software.
// For other uses, prefer the generator in random.cuh.
#pragma once

#include <glint/draws.cuh>
#include <glint/philox.cuh>

namespace glint {

namespace detail {

/// The five shifted words of XORWOW. They also represent a polynomial over GF(2) whose coefficients
/// are the bits, lowest first.
struct Words5 {
    unsigned int word[5];
};

/// Returns the shifted words after one step of the generator.
GLINT_ANY Words5 xorwow_step(const Words5& s) {
    const unsigned int t = s.word[0] ^ (s.word[0] >> 2), last = s.word[4];
    return {{s.word[1], s.word[2], s.word[3], last, (last ^ (last << 4)) ^ (t ^ (t << 1))}};
}

GLINT_ANY Words5 sum(const Words5& a, const Words5& b) {
    return {{a.word[0] ^ b.word[0], a.word[1] ^ b.word[1], a.word[2] ^ b.word[2],
             a.word[3] ^ b.word[3], a.word[4] ^ b.word[4]}};
}

/// p * x, modulo the polynomial of degree 160 that the matrix of a step satisfies.
GLINT_ANY Words5 times_x(const Words5& p) {
    const Words5 modulus{{0x00060001u, 0x08610030u, 0x00062121u, 0x0F3C0035u, 0x00000F0Eu}};
    const Words5 shifted{{p.word[0] << 1, p.word[1] << 1 | p.word[0] >> 31,
                          p.word[2] << 1 | p.word[1] >> 31, p.word[3] << 1 | p.word[2] >> 31,
                          p.word[4] << 1 | p.word[3] >> 31}};
    return p.word[4] >> 31 ? sum(shifted, modulus) : shifted;
}

/// p * p, modulo the same polynomial. Processes one coefficient at a time, highest first.
GLINT_ANY Words5 squared(const Words5& p) {
    Words5 result = {};
    for (int i = 4; i >= 0; --i) {
#ifdef __CUDA_ARCH__  // host compilers do not have the pragma
#pragma unroll 1
#endif
        for (int bit = 31; bit >= 0; --bit) {
            result = times_x(times_x(result));
            result.word[0] ^= p.word[i] >> bit & 1;
        }
    }
    return result;
}

/// Applies a polynomial, in which x is the matrix of one step, to a state.
GLINT_ANY Words5 applied(const Words5& p, Words5 state) {
    Words5 result = {};
    for (int i = 0; i < 5; ++i) {
#ifdef __CUDA_ARCH__  // host compilers do not have the pragma
#pragma unroll 1
#endif
        for (int bit = 0; bit < 32; ++bit) {
            if (p.word[i] >> bit & 1) result = sum(result, state);
            state = xorwow_step(state);
        }
    }
    return result;
}

/// Returns the state after applying the polynomial `jump` the given number of times.
GLINT_ANY Words5 jumped(Words5 jump, unsigned long long jumps, Words5 state) {
#ifdef __CUDA_ARCH__  // host compilers do not have the pragma
#pragma unroll 1
#endif
    for (; jumps != 0; jumps >>= 1) {
        if (jumps & 1) state = applied(jump, state);
        if (jumps > 1) jump = squared(jump);
    }
    return state;
}

/// Returns the state `count` sequences later. Each sequence multiplies by x^(2^67). Uses a table
/// for the lowest bits, which are usually enough, and repeated squaring for the higher bits.
GLINT_ANY Words5 sequences_further(unsigned long long count, Words5 state) {
    constexpr int kKnown = 16;
    static constexpr Words5 jumps[kKnown] = {
        {{0x26294934u, 0x77BBC248u, 0x1A87DAD0u, 0x930052D4u, 0x947E6DD2u}},
        {{0x5F39C379u, 0x95E20BA6u, 0x20E9FF72u, 0x1244CE5Eu, 0xE8FD228Fu}},
        {{0xA7474D19u, 0x37C549E0u, 0x140877D2u, 0x24C43924u, 0xCD52EBECu}},
        {{0xE0360EC5u, 0xB1C96C24u, 0xDBB91766u, 0x666FF5DCu, 0xF19A7E52u}},
        {{0xFCC8F692u, 0x35AA698Au, 0x04EBBF85u, 0x448304B0u, 0x082F3FD5u}},
        {{0x48C289BDu, 0xE851CF98u, 0x845AD581u, 0xFD70752Au, 0x2C3E63F6u}},
        {{0xE502F5B3u, 0x77859D31u, 0x97E1CBB3u, 0xEA09047Au, 0x61D5F37Eu}},
        {{0xB89326D0u, 0x5A8655A9u, 0xFB6E98F5u, 0x02102162u, 0x7E6FCF6Fu}},
        {{0xB3A15DB4u, 0xC6DF3330u, 0x1A8BE751u, 0xF1E4B221u, 0x6BB61C05u}},
        {{0x133DE1D0u, 0x361E4422u, 0xC6131FCFu, 0xD9719F45u, 0x9658A164u}},
        {{0x19E2BEE8u, 0xF8974218u, 0x4E65536Au, 0xA2570336u, 0xE9B88082u}},
        {{0x7863644Bu, 0x2A21CE84u, 0x112E86F1u, 0xED01CE0Eu, 0xBA143E84u}},
        {{0x0E2CAE2Eu, 0xD1011279u, 0x58923768u, 0x2BF650BAu, 0xC985BCDAu}},
        {{0x213A286Au, 0x6596B510u, 0x6FC10EAEu, 0x38A13547u, 0x11C7749Eu}},
        {{0x146281E7u, 0xA45B4452u, 0xAFA8C695u, 0x74A0AC94u, 0x4B250E0Au}},
        {{0x2306BC52u, 0x790F3B4Cu, 0x2FE473B9u, 0xBC81D7C0u, 0x093EFE98u}}};
#ifdef __CUDA_ARCH__  // host compilers do not have the pragma
#pragma unroll 1
#endif
    for (int bit = 0; bit < kKnown; ++bit)
        if (count >> bit & 1) state = applied(jumps[bit], state);
    return jumped({{0x89658C8Bu, 0xF3914315u, 0xA73FE84Bu, 0x3C5FADB6u, 0xADBA8DD6u}},
                  count >> kKnown, state);
}

}  // namespace detail

/// Marsaglia, "Xorshift RNGs", 2003. The period is 2^192 - 2^32, and the state has
/// six words. The lowest bits fail some tests of TestU01. Sequences are 2^67 words
/// apart, as in cuRAND. Each bit that is set in a sequence's index costs 160 steps.
/// Each bit from the 17th on, and each bit of an offset, costs another 320 steps.
/// The seed is mapped to a state by six words of Philox, which is specific to
/// glint.
class Xorwow : public Draws<Xorwow> {
public:
    /// Starts at word `offset` of a sequence.
    GLINT_ANY explicit Xorwow(unsigned long long seed, unsigned long long sequence = 0,
                              unsigned long long offset = 0) {
        const Words4 a = philox_block(seed, 0, 0), b = philox_block(seed, 0, 1);
        state_ = {{a.x, a.y, a.z, a.w, b.x | 1}};  // the five words must not all be 0
        counter_ = b.y;
        skip_sequences(sequence);
        skip(offset);
    }
    /// Starts with a state in Marsaglia's notation. x, y, z, w and v must not all be 0.
    GLINT_ANY Xorwow(unsigned int x, unsigned int y, unsigned int z, unsigned int w, unsigned int v,
                     unsigned int d)
        : state_{{x, y, z, w, v}}, counter_(d) {}

    /// Advances as if `words` words had been drawn.
    GLINT_ANY void skip(unsigned long long words) {
        state_ = detail::jumped({{2, 0, 0, 0, 0}}, words, state_);
        counter_ += kCounterStep * static_cast<unsigned int>(words);
    }
    /// Moves forward by `count` sequences, to the same position in the new sequence.
    GLINT_ANY void skip_sequences(unsigned long long count) {
        // The counter need not change, because the distance is a multiple of its period.
        state_ = detail::sequences_further(count, state_);
    }

    /// 32 random bits. Uses one word.
    GLINT_ANY unsigned int bits() {
        state_ = detail::xorwow_step(state_);
        counter_ += kCounterStep;
        return state_.word[4] + counter_;
    }

private:
    static constexpr unsigned int kCounterStep = 362437;

    detail::Words5 state_ = {};
    unsigned int counter_ = 0;
};

}  // namespace glint
