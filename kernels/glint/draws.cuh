// What every generator of random words draws from them.
#pragma once

#include <glint/distributions.cuh>

namespace glint {

/// The draws of a generator that has `bits()`, 32 random bits at a time: it derives from this with
/// itself as the argument.
///
/// Each says how many words it takes, so that a place in a sequence can be told.
template <class Generator>
class Draws {
public:
    /// Two words, the first of them below.
    GLINT_ANY unsigned long long bits64() {
        const unsigned long long low = self().bits();
        return static_cast<unsigned long long>(self().bits()) << 32 | low;
    }

    /// In (0, 1]. One word.
    GLINT_ANY float uniform() { return to_uniform(self().bits()); }
    /// In (0, 1], with 53 random bits. Two words.
    GLINT_ANY double uniform_double() {
        const unsigned int low = self().bits();
        return to_uniform_double(low, self().bits());
    }
    /// From `low` to `high`, both among them by rounding. One word.
    GLINT_ANY float uniform(float low, float high) { return ::fmaf(uniform(), high - low, low); }
    /// From `low` to `high`, both among them by rounding, with 53 random bits. Two words.
    GLINT_ANY double uniform_double(double low, double high) {
        return ::fma(uniform_double(), high - low, low);
    }

    /// 0 to bound - 1, each as likely; `bound` is not 0. One word, seldom more: Lemire, "Fast
    /// Random Integer Generation in an Interval", 2019.
    GLINT_ANY unsigned int below(unsigned int bound) {
        unsigned long long product = static_cast<unsigned long long>(self().bits()) * bound;
        if (static_cast<unsigned int>(product) < bound) {
            const unsigned int surplus = (0u - bound) % bound;
            while (static_cast<unsigned int>(product) < surplus)
                product = static_cast<unsigned long long>(self().bits()) * bound;
        }
        return static_cast<unsigned int>(product >> 32);
    }
    /// low to high, both among them; low <= high.
    GLINT_ANY int integer(int low, int high) {
        const unsigned int count = static_cast<unsigned int>(high) - static_cast<unsigned int>(low);
        const unsigned int step = count == 0xffffffffu ? self().bits() : below(count + 1);
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

    /// The number of events of which `mean` are expected; a mean above 10^9 counts as that, a
    /// negative one and no number as 0. Two words below a mean of 10, above it four or, seldom,
    /// more.
    GLINT_ANY unsigned int poisson(double mean) {
        if (mean >= 10) return many_events(mean < 1e9 ? mean : 1e9);
        return few_events(mean > 0 ? mean : 0);
    }

private:
    GLINT_ANY Generator& self() { return static_cast<Generator&>(*this); }

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
    /// algorithm PTRS. Apart, because ptxas 13.0 makes wrong code of the loop where it is part of a
    /// kernel that draws from Mrg32k3a: what is rejected comes out as 0.
    GLINT_APART GLINT_ANY unsigned int many_events(double mean) {
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
        return ::log(v * inverse_alpha / width) <=
               count * ::log(mean) - mean - log_factorial(count);
    }
    /// To 3 * 10^-10: Stirling's series, which needs no call of a function as lgamma does.
    static GLINT_ANY double log_factorial(double count) {
        if (count < 8) {
            double product = 1;
            for (int factor = 2; factor <= static_cast<int>(count); ++factor) product *= factor;
            return ::log(product);
        }
        constexpr double kHalfLogOfTwoPi = 0.91893853320467274178;
        const double inverse = 1 / count, square = inverse * inverse;
        const double series = inverse * (1 / 12.0 + square * (-1 / 360.0 + square / 1260.0));
        return (count + 0.5) * ::log(count) - count + kHalfLogOfTwoPi + series;
    }
};

}  // namespace glint
