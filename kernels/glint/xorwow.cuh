// Marsaglia's XORWOW: a generator whose state is six words, for those who need this very one.
// random.cuh has the generator to choose else.
#pragma once

#include <glint/draws.cuh>
#include <glint/philox.cuh>

namespace glint {

namespace detail {

/// The five words of XORWOW that are shifted, also as a polynomial over two elements, whose
/// coefficients are the bits, the lowest first.
struct Words5 {
    unsigned int word[5];
};

/// What a step makes of the shifted words.
GLINT_ANY Words5 xorwow_step(const Words5& s) {
    const unsigned int t = s.word[0] ^ (s.word[0] >> 2), last = s.word[4];
    return {{s.word[1], s.word[2], s.word[3], last, (last ^ (last << 4)) ^ (t ^ (t << 1))}};
}

GLINT_ANY Words5 sum(const Words5& a, const Words5& b) {
    return {{a.word[0] ^ b.word[0], a.word[1] ^ b.word[1], a.word[2] ^ b.word[2],
             a.word[3] ^ b.word[3], a.word[4] ^ b.word[4]}};
}

/// p * x, modulo the polynomial of degree 160 that the step's matrix is a zero of.
GLINT_ANY Words5 times_x(const Words5& p) {
    const Words5 modulus{{0x00060001u, 0x08610030u, 0x00062121u, 0x0F3C0035u, 0x00000F0Eu}};
    const Words5 shifted{{p.word[0] << 1, p.word[1] << 1 | p.word[0] >> 31,
                          p.word[2] << 1 | p.word[1] >> 31, p.word[3] << 1 | p.word[2] >> 31,
                          p.word[4] << 1 | p.word[3] >> 31}};
    return p.word[4] >> 31 ? sum(shifted, modulus) : shifted;
}

/// p * p, modulo the same: coefficients one by one, the highest first.
GLINT_ANY Words5 squared(const Words5& p) {
    Words5 result = {};
    for (int i = 4; i >= 0; --i)
        for (int bit = 31; bit >= 0; --bit) {
            result = times_x(times_x(result));
            result.word[0] ^= p.word[i] >> bit & 1;
        }
    return result;
}

/// The polynomial of the step's matrix applied to a state.
GLINT_ANY Words5 applied(const Words5& p, Words5 state) {
    Words5 result = {};
    for (int i = 0; i < 5; ++i)
        for (int bit = 0; bit < 32; ++bit) {
            if (p.word[i] >> bit & 1) result = sum(result, state);
            state = xorwow_step(state);
        }
    return result;
}

/// The state after `jumps` times the steps that the polynomial makes.
GLINT_ANY Words5 jumped(Words5 jump, unsigned long long jumps, Words5 state) {
    for (; jumps != 0; jumps >>= 1) {
        if (jumps & 1) state = applied(jump, state);
        if (jumps > 1) jump = squared(jump);
    }
    return state;
}

}  // namespace detail

/// Marsaglia, "Xorshift RNGs", 2003: period 2^192 - 2^32, six words of state. Its lowest bits fail
/// some tests of TestU01.
///
/// Sequences lie 2^67 words apart, as cuRAND's do. A sequence's number costs up to 160 steps for
/// each of its bits, and twice that to get to the bit; so does an offset. The state that a seed
/// means is glint's own: six words of Philox.
class Xorwow : public Draws<Xorwow> {
public:
    /// Starts at word `offset` of a sequence.
    GLINT_ANY explicit Xorwow(unsigned long long seed, unsigned long long sequence = 0,
                              unsigned long long offset = 0) {
        const Words4 a = philox_block(seed, 0, 0), b = philox_block(seed, 0, 1);
        state_ = {{a.x, a.y, a.z, a.w, b.x | 1}};  // not all zero
        counter_ = b.y;
        skip_sequences(sequence);
        skip(offset);
    }
    /// Of a state as Marsaglia names its words; x to v must not all be 0.
    GLINT_ANY Xorwow(unsigned int x, unsigned int y, unsigned int z, unsigned int w, unsigned int v,
                     unsigned int d)
        : state_{{x, y, z, w, v}}, counter_(d) {}

    /// Goes on as if `words` words had been drawn.
    GLINT_ANY void skip(unsigned long long words) {
        state_ = detail::jumped({{2, 0, 0, 0, 0}}, words, state_);
        counter_ += kCounterStep * static_cast<unsigned int>(words);
    }
    /// Goes on in the sequence that is `count` further, at the same place.
    GLINT_ANY void skip_sequences(unsigned long long count) {
        // x^(2^67). The counter's period divides the distance.
        state_ = detail::jumped({{0x26294934u, 0x77BBC248u, 0x1A87DAD0u, 0x930052D4u, 0x947E6DD2u}},
                                count, state_);
    }

    /// 32 random bits: one word.
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
