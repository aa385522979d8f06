// SPDX-License-Identifier: MIT
// Random numbers drawn from any generator of random words.
#pragma once

#include <glint/distributions.cuh>

namespace glint {

/// Base class of generators. The generator must derive from it with itself as the template
/// argument, and have a function `bits()` that returns 32 random bits.
///
/// Each function documents how many words it uses, so callers can compute positions in a sequence.
template <class Generator>
class Draws {
public:
    /// 64 random bits. Uses two words, the low half first.
    GLINT_ANY unsigned long long bits64() {
        const unsigned long long low = self().bits();
        return static_cast<unsigned long long>(self().bits()) << 32 | low;
    }

    /// Uniform in (0, 1]. Uses one word.
    GLINT_ANY float uniform() { return to_uniform(self().bits()); }
    /// Uniform in (0, 1], with 53 random bits. Uses two words.
    GLINT_ANY double uniform_double() {
        const unsigned int low = self().bits();
        return to_uniform_double(low, self().bits());
    }
    /// Uniform from `low` to `high`; rounding can produce both. Uses one word.
    GLINT_ANY float uniform(float low, float high) { return ::fmaf(uniform(), high - low, low); }
    /// Like uniform(low, high), but with 53 random bits. Uses two words.
    GLINT_ANY double uniform_double(double low, double high) {
        return ::fma(uniform_double(), high - low, low);
    }

    /// Uniform from 0 to bound - 1; `bound` must not be 0. Uses one word or, rarely, more: Lemire,
    /// "Fast Random Integer Generation in an Interval", 2019.
    GLINT_ANY unsigned int below(unsigned int bound) {
        unsigned long long product = static_cast<unsigned long long>(self().bits()) * bound;
        if (static_cast<unsigned int>(product) < bound) {
            const unsigned int surplus = (0u - bound) % bound;
            while (static_cast<unsigned int>(product) < surplus)
                product = static_cast<unsigned long long>(self().bits()) * bound;
        }
        return static_cast<unsigned int>(product >> 32);
    }
    /// Uniform from `low` to `high`, inclusive; low <= high. Uses as many words as below().
    GLINT_ANY int integer(int low, int high) {
        const unsigned int count = static_cast<unsigned int>(high) - static_cast<unsigned int>(low);
        const unsigned int step = count == 0xffffffffu ? self().bits() : below(count + 1);
        return static_cast<int>(static_cast<unsigned int>(low) + step);
    }
    /// True with this probability, which is from 0 to 1. Uses one word.
    GLINT_ANY bool chance(float probability) { return uniform() <= probability; }

    /// Two independent normal numbers with mean 0 and standard deviation 1. Uses two words.
    GLINT_ANY Pair<float> normal_pair() {
        const float radial = uniform();
        return to_normals(radial, uniform());
    }
    /// Like normal_pair(), but in double precision. Uses four words.
    GLINT_ANY Pair<double> normal_pair_double() {
        const double radial = uniform_double();
        return to_normals(radial, uniform_double());
    }
    /// The first number of a normal_pair(). The second number is discarded, though it costs as much
    /// to compute, so that the number of words is fixed.
    GLINT_ANY float normal(float mean = 0, float deviation = 1) {
        return ::fmaf(normal_pair().first, deviation, mean);
    }
    GLINT_ANY double normal_double(double mean = 0, double deviation = 1) {
        return ::fma(normal_pair_double().first, deviation, mean);
    }
    /// The exponential of a normal number with this mean and deviation.
    GLINT_ANY float log_normal(float mean = 0, float deviation = 1) {
        return ::expf(normal(mean, deviation));
    }
    GLINT_ANY double log_normal_double(double mean = 0, double deviation = 1) {
        return ::exp(normal_double(mean, deviation));
    }
    /// The time to the next event, for `rate` events per unit of time. Uses one word.
    GLINT_ANY float exponential(float rate = 1) { return to_exponential(uniform()) / rate; }
    GLINT_ANY double exponential_double(double rate = 1) {
        return to_exponential(uniform_double()) / rate;
    }

    /// A Poisson number: the number of events when `mean` events are expected. Means above 10^9 are
    /// clamped; negative means and NaN are treated as 0. Uses two words for means below 10,
    /// otherwise four or, rarely, more.
    GLINT_ANY unsigned int poisson(double mean) {
        if (mean >= 10) return poisson_of_large_mean(mean < 1e9 ? mean : 1e9);
        return poisson_of_small_mean(mean > 0 ? mean : 0);
    }

    /// A binomial number: the successes in up to 10^9 independent trials with this success
    /// probability, from 0 to 1. Uses two words if fewer than 10 successes or failures are
    /// expected, otherwise four or, rarely, more.
    GLINT_ANY unsigned int binomial(unsigned int trials, double probability) {
        const bool is_likely = probability > 0.5;
        const double p = is_likely ? 1 - probability : probability, mean = trials * p;
        const unsigned int count =
            mean >= 10 ? binomial_of_many(trials, p) : binomial_of_few(trials, p);
        return is_likely ? trials - count : count;
    }

    /// A number of the gamma distribution with this shape and scale; shape > 0. Uses six words or,
    /// rarely, more. Shapes below 1 need two more words.
    GLINT_ANY double gamma(double shape, double scale = 1) {
        if (shape >= 1) return scale * gamma_of_large_shape(shape);
        const double factor = ::pow(uniform_double(), 1 / shape);
        return scale * factor * gamma_of_large_shape(shape + 1);
    }

    /// A number of the beta distribution with these shapes, both > 0. If both are at most 1, uses
    /// four words or, often, more; otherwise the words of two gamma numbers.
    GLINT_ANY double beta(double a, double b) {
        if (a <= 1 && b <= 1) return beta_of_small_shapes(a, b);
        const double x = gamma(a);
        return x / (x + gamma(b));
    }

private:
    GLINT_ANY Generator& self() { return static_cast<Generator&>(*this); }

    /// Adds up probabilities until they exceed a uniform number.
    GLINT_ANY unsigned int poisson_of_small_mean(double mean) {
        const double u = uniform_double();
        double probability = ::exp(-mean), sum = probability;
        unsigned int count = 0;
        // After a hundred events, probabilities are too small to change the sum, so the loop ends.
        while (u > sum && count < 100) sum += probability *= mean / ++count;
        return count;
    }

    /// Hörmann, "The Transformed Rejection Method for Generating Poisson Random Variables", 1993:
    /// algorithm PTRS. Not inlined, because ptxas 13.0 miscompiles the loop inside kernels that
    /// draw from Mrg32k3a: rejected candidates come out as 0.
    GLINT_APART GLINT_ANY unsigned int poisson_of_large_mean(double mean) {
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
    /// The exact acceptance test of PTRS: true if `v` is below the probability of `count`.
    static GLINT_ANY bool is_under(double count, double mean, double v, double width, double b) {
        const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
        return ::log(v * inverse_alpha / width) <=
               count * ::log(mean) - mean - log_factorial(count);
    }
    /// log(count!) by Stirling's series, with an error of 3 * 10^-10. Unlike lgamma, makes no call.
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

    /// Adds up probabilities, each computed from the previous, until they exceed a uniform number.
    GLINT_ANY unsigned int binomial_of_few(double trials, double p) {
        const double u = uniform_double(), odds = p / (1 - p);
        double probability = p > 0 ? ::exp(trials * ::log1p(-p)) : 1, sum = probability;
        unsigned int count = 0;
        for (; u > sum && count < trials && count < 100; ++count)
            sum += probability *= odds * (trials - count) / (count + 1);
        return p > 0 ? count : 0;
    }

    /// Hörmann, "The Generation of Binomial Random Variates", 1993: algorithm BTRS, for p of at
    /// most 1 / 2. Not inlined, like poisson_of_large_mean.
    GLINT_APART GLINT_ANY unsigned int binomial_of_many(double trials, double p) {
        const double root = ::sqrt(trials * p * (1 - p)), b = 1.15 + 2.53 * root;
        const double a = -0.0873 + 0.0248 * b + 0.01 * p, quick = 0.92 - 4.2 / b;
        for (;;) {
            const double u = uniform_double() - 0.5, v = uniform_double();
            const double us = 0.5 - ::fabs(u);
            const double count = ::floor((2 * a / us + b) * u + trials * p + 0.5);
            if (us >= 0.07 && v <= quick) return static_cast<unsigned int>(count);
            if (count < 0 || count > trials) continue;
            const double height = v * (2.83 + 5.1 / b) * root / (a / (us * us) + b);
            if (::log(height) <= log_relative_to_mode(count, trials, p))
                return static_cast<unsigned int>(count);
        }
    }
    /// Returns the logarithm of a count's probability divided by the mode's probability. Avoids the
    /// cancellation in differences of log factorials.
    static GLINT_ANY double log_relative_to_mode(double count, double trials, double p) {
        const double mode = ::floor((trials + 1) * p), odds = p / (1 - p);
        const double rest = trials - count + 1, mode_rest = trials - mode + 1;
        return (mode + 0.5) * ::log((mode + 1) / (odds * mode_rest)) +
               (trials + 1) * ::log(mode_rest / rest) +
               (count + 0.5) * ::log(odds * rest / (count + 1)) + stirling_rest(mode) +
               stirling_rest(trials - mode) - stirling_rest(count) - stirling_rest(trials - count);
    }
    /// The error of Stirling's formula for log(count!) at count + 1. Accurate to 10^-9.
    static GLINT_ANY double stirling_rest(double count) {
        constexpr double kHalfLogOfTwoPi = 0.91893853320467274178;
        const double next = count + 1, inverse = 1 / next, square = inverse * inverse;
        if (count < 8)
            return log_factorial(count) - (count + 0.5) * ::log(next) + next - kHalfLogOfTwoPi;
        return inverse * (1 / 12.0 + square * (-1 / 360.0 + square / 1260.0));
    }

    /// Marsaglia and Tsang, "A Simple Method for Generating Gamma Variables", 2000, for shapes of
    /// at least 1. For smaller shapes, the caller uses shape + 1, as in section 6 of the paper.
    GLINT_APART GLINT_ANY double gamma_of_large_shape(double shape) {
        const double d = shape - 1 / 3.0, c = 1 / ::sqrt(9 * d);
        for (;;) {
            const double x = normal_pair_double().first, u = uniform_double();
            const double root = 1 + c * x, v = root * root * root;
            if (root <= 0) continue;
            if (u < 1 - 0.0331 * x * x * x * x || ::log(u) < 0.5 * x * x + d * (1 - v + ::log(v)))
                return d * v;
        }
    }

    /// Jöhnk, "Erzeugung von betaverteilten und gammaverteilten Zufallszahlen", 1964. Uses
    /// logarithms, because powers would underflow for small shapes.
    GLINT_APART GLINT_ANY double beta_of_small_shapes(double a, double b) {
        for (;;) {
            const double first = ::log(uniform_double()) / a;
            const double second = ::log(uniform_double()) / b;
            const double larger = first > second ? first : second;
            const double share = ::exp(first - larger), sum = share + ::exp(second - larger);
            if (larger + ::log(sum) <= 0) return share / sum;
        }
    }
};

}  // namespace glint
