// SPDX-License-Identifier: MIT
// Random numbers for each thread. Seeds reproduce them on every device and in plain C++.
#pragma once

#include <glint/draws.cuh>
#include <glint/philox.cuh>

namespace glint {

/// A stream of random numbers, given by seed and sequence. Use a separate sequence for each thread,
/// particle or cell. Starting a stream takes little time, at any offset.
///
/// Words and uniform numbers are bit-identical on all devices. Other numbers differ by the errors
/// of the functions that compute them. A sequence has 2^66 words.
class Random : public Draws<Random> {
public:
    /// Starts at word `offset` of the sequence.
    GLINT_ANY explicit Random(unsigned long long seed, unsigned long long sequence = 0,
                              unsigned long long offset = 0)
        : seed_(seed), sequence_(sequence), next_(offset) {
        if (next_ % 4 != 0) refill();
    }

    /// Advances as if `words` words had been drawn. Computes at most one block of four words.
    GLINT_ANY void skip(unsigned long long words) {
        next_ += words;
        if (next_ % 4 != 0) refill();
    }
    /// The position in the sequence: the initial offset plus all words drawn or skipped so far.
    GLINT_ANY unsigned long long offset() const { return next_; }

    /// 32 random bits. Uses one word.
    GLINT_ANY unsigned int bits() {
        const unsigned int place = static_cast<unsigned int>(next_) % 4;
        if (place == 0) refill();
        ++next_;
        return place < 2 ? (place == 0 ? block_.x : block_.y) : (place == 2 ? block_.z : block_.w);
    }

private:
    GLINT_ANY void refill() { block_ = philox_block(seed_, sequence_, next_ / 4); }

    unsigned long long seed_, sequence_, next_;
    Words4 block_ = {};
};

}  // namespace glint
