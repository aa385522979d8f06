// Random numbers for each thread: the same ones from a seed on every device, and in plain C++.
#pragma once

#include <glint/distributions.cuh>
#include <glint/philox.cuh>

namespace glint {

/// A stream of random numbers, told by seed and sequence: give each thread, particle or cell its
/// own sequence. Starting one costs nothing, and any place in it can be started at.
///
/// Words and uniform numbers are the same to the last bit everywhere; the others within the errors
/// of the functions that they use. A sequence has 2^66 words.
class Random {
public:
    /// Starts at word `offset` of the sequence.
    GLINT_ANY explicit Random(unsigned long long seed, unsigned long long sequence = 0,
                              unsigned long long offset = 0)
        : seed_(seed), sequence_(sequence), next_(offset) {
        if (next_ % 4 != 0) refill();
    }

    /// Goes on as if `words` words had been drawn. Costs a block of four at most.
    GLINT_ANY void skip(unsigned long long words) {
        next_ += words;
        if (next_ % 4 != 0) refill();
    }
    /// The place in the sequence: the words that were drawn or skipped, and the offset.
    GLINT_ANY unsigned long long offset() const { return next_; }

    /// 32 random bits: one word.
    GLINT_ANY unsigned int bits() {
        const unsigned int place = next_ % 4;
        if (place == 0) refill();
        ++next_;
        return place < 2 ? (place == 0 ? block_.x : block_.y) : (place == 2 ? block_.z : block_.w);
    }
    /// Two words, the first of them below.
    GLINT_ANY unsigned long long bits64() {
        const unsigned long long low = bits();
        return static_cast<unsigned long long>(bits()) << 32 | low;
    }

    /// In (0, 1]. One word.
    GLINT_ANY float uniform() { return to_uniform(bits()); }
    /// In (0, 1], with 53 random bits. Two words.
    GLINT_ANY double uniform_double() {
        const unsigned int low = bits();
        return to_uniform_double(low, bits());
    }
    /// From `low` to `high`, both among them by rounding. One word.
    GLINT_ANY float uniform(float low, float high) { return ::fmaf(uniform(), high - low, low); }
    /// The same with 53 random bits. Two words.
    GLINT_ANY double uniform_double(double low, double high) {
        return ::fma(uniform_double(), high - low, low);
    }

    /// 0 to bound - 1, each as likely; `bound` is not 0. One word, seldom more: Lemire, "Fast
    /// Random Integer Generation in an Interval", 2019.
    GLINT_ANY unsigned int below(unsigned int bound) {
        unsigned long long product = static_cast<unsigned long long>(bits()) * bound;
        if (static_cast<unsigned int>(product) < bound) {
            const unsigned int surplus = (0u - bound) % bound;
            while (static_cast<unsigned int>(product) < surplus)
                product = static_cast<unsigned long long>(bits()) * bound;
        }
        return static_cast<unsigned int>(product >> 32);
    }
    /// low to high, both among them; low <= high.
    GLINT_ANY int integer(int low, int high) {
        const unsigned int count = static_cast<unsigned int>(high) - static_cast<unsigned int>(low);
        const unsigned int step = count == 0xffffffffu ? bits() : below(count + 1);
        return static_cast<int>(static_cast<unsigned int>(low) + step);
    }
    /// True with this probability, from 0 to 1. One word.
    GLINT_ANY bool chance(float probability) { return uniform() <= probability; }

    /// Two independent normal numbers, of mean 0 and standard deviation 1. Two words.
    GLINT_ANY Pair<float> normal_pair() {
        const float radial = uniform();
        return to_normals(radial, uniform());
    }
    /// Two independent normal numbers. Four words.
    GLINT_ANY Pair<double> normal_pair_double() {
        const double radial = uniform_double();
        return to_normals(radial, uniform_double());
    }
    /// The first of a pair: half the price of what it throws away, so that a draw's words are
    /// known.
    GLINT_ANY float normal(float mean = 0, float deviation = 1) {
        return ::fmaf(normal_pair().first, deviation, mean);
    }
    GLINT_ANY double normal_double(double mean = 0, double deviation = 1) {
        return ::fma(normal_pair_double().first, deviation, mean);
    }
    /// exp of a normal number of this mean and deviation.
    GLINT_ANY float log_normal(float mean = 0, float deviation = 1) {
        return ::expf(normal(mean, deviation));
    }
    GLINT_ANY double log_normal_double(double mean = 0, double deviation = 1) {
        return ::exp(normal_double(mean, deviation));
    }
    /// The time to the next of events of which `rate` happen in a unit of time. One word.
    GLINT_ANY float exponential(float rate = 1) { return to_exponential(uniform()) / rate; }
    GLINT_ANY double exponential_double(double rate = 1) {
        return to_exponential(uniform_double()) / rate;
    }

    /// The number of events of which `mean`, from 0 to 10^9, are expected. Two words below a mean
    /// of 10, above it four or, seldom, more.
    GLINT_ANY unsigned int poisson(double mean) {
        return mean < 10 ? few_events(mean) : many_events(mean);
    }

private:
    GLINT_ANY void refill() { block_ = philox_block(seed_, sequence_, next_ / 4); }

    /// Adds up probabilities until they exceed a uniform number.
    GLINT_ANY unsigned int few_events(double mean) {
        const double u = uniform_double();
        double probability = ::exp(-mean), sum = probability;
        unsigned int count = 0;
        // Probabilities beyond a hundred events are below the last digit of the sum.
        while (u > sum && count < 100) sum += probability *= mean / ++count;
        return count;
    }

    /// Hörmann, "The Transformed Rejection Method for Generating Poisson Random Variables", 1993:
    /// algorithm PTRS.
    GLINT_ANY unsigned int many_events(double mean) {
        const double b = 0.931 + 2.53 * ::sqrt(mean), a = -0.059 + 0.02483 * b;
        const double quick = 0.9277 - 3.6224 / (b - 2);
        for (;;) {
            const double u = uniform_double() - 0.5, v = uniform_double();
            const double us = 0.5 - ::fabs(u), count = ::floor((2 * a / us + b) * u + mean + 0.43);
            if (us >= 0.07 && v <= quick) return static_cast<unsigned int>(count);
            if (count >= 0 && !(us < 0.013 && v > us) &&
                is_under(count, mean, v, a / (us * us) + b, b))
                return static_cast<unsigned int>(count);
        }
    }
    /// PTRS's exact test: whether `v` lies under the probability of `count`.
    static GLINT_ANY bool is_under(double count, double mean, double v, double width, double b) {
        const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
        return ::log(v * inverse_alpha / width) <= count * ::log(mean) - mean - ::lgamma(count + 1);
    }

    unsigned long long seed_, sequence_, next_;
    Words4 block_ = {};
};

}  // namespace glint
