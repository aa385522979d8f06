// SPDX-License-Identifier: MIT
// Arrays of random numbers: converts words of any generator to groups of numbers.
//
// Each struct is a distribution, which makes `kCount` numbers from four words. If
// the distribution rejects some of these words, it takes other words from
// `spare`.
#pragma once

#include <glint/draws.cuh>
#include <glint/expression/convert.cuh>
#include <glint/philox.cuh>

namespace glint {
namespace detail {

/// Number of values made from four words: one per word, or one per two words for 8-byte types.
template <class T>
inline constexpr int kNumbersOfFourWords = sizeof(T) == 8 ? 2 : 4;

GLINT_ANY unsigned long long joined(unsigned int low, unsigned int high) {
    return static_cast<unsigned long long>(high) << 32 | low;
}

}  // namespace detail

/// Uniform numbers in (0, 1], or in [0, 1] for 16-bit types, because of rounding.
template <class T>
struct UniformNumbers {
    static constexpr int kCount = detail::kNumbersOfFourWords<T>;

    template <class Spare>
    __device__ void operator()(const Words4& words, Spare&, T* to) const {
        if constexpr (kCount == 2) {
            to[0] = to_uniform_double(words.x, words.y);
            to[1] = to_uniform_double(words.z, words.w);
        } else {
            to[0] = expression::convert<T>(to_uniform(words.x));
            to[1] = expression::convert<T>(to_uniform(words.y));
            to[2] = expression::convert<T>(to_uniform(words.z));
            to[3] = expression::convert<T>(to_uniform(words.w));
        }
    }
};

/// Normal numbers with mean 0 and standard deviation 1. The Box-Muller transform computes each even
/// element together with the next element.
template <class T>
struct NormalNumbers {
    static constexpr int kCount = detail::kNumbersOfFourWords<T>;

    template <class Spare>
    __device__ void operator()(const Words4& words, Spare&, T* to) const {
        if constexpr (kCount == 2) {
            put(to, to_normals(to_uniform_double(words.x, words.y),
                               to_uniform_double(words.z, words.w)));
        } else {
            put(to, to_normals(words.x, words.y));
            put(to + 2, to_normals(words.z, words.w));
        }
    }

private:
    template <class Real>
    static __device__ void put(T* to, const Pair<Real>& pair) {
        to[0] = expression::convert<T>(pair.first);
        to[1] = expression::convert<T>(pair.second);
    }
};

/// Integers in which all bits are random.
template <class T>
struct BitNumbers {
    static constexpr int kCount = detail::kNumbersOfFourWords<T>;

    template <class Spare>
    __device__ void operator()(const Words4& words, Spare&, T* to) const {
        if constexpr (kCount == 2) {
            to[0] = static_cast<T>(detail::joined(words.x, words.y));
            to[1] = static_cast<T>(detail::joined(words.z, words.w));
        } else {
            to[0] = top(words.x);
            to[1] = top(words.y);
            to[2] = top(words.z);
            to[3] = top(words.w);
        }
    }

private:
    static __device__ T top(unsigned int word) {
        constexpr bool kIsBool = static_cast<T>(2) == static_cast<T>(1);
        constexpr int kBits = kIsBool ? 1 : 8 * sizeof(T);
        return static_cast<T>(word >> (32 - kBits));
    }
};

/// Bools. Each is true if a word is below `limit`, which is at most 2^32.
template <class T>
struct CoinNumbers {
    static constexpr int kCount = 4;
    unsigned long long limit;

    template <class Spare>
    __device__ void operator()(const Words4& words, Spare&, T* to) const {
        to[0] = words.x < limit;
        to[1] = words.y < limit;
        to[2] = words.z < limit;
        to[3] = words.w < limit;
    }
};

/// Integers from low to low + bound - 1, with equal probabilities: Lemire, "Fast Random Integer
/// Generation in an Interval", 2019.
template <class T>
struct IntegerNumbers {
    static constexpr int kCount = detail::kNumbersOfFourWords<T>;
    unsigned long long bound;  ///< at most the number of values of T, and not 0
    T low;

    template <class Spare>
    __device__ void operator()(const Words4& words, Spare& spare, T* to) const {
        if constexpr (kCount == 2) {
            unsigned long long drawn[] = {detail::joined(words.x, words.y),
                                          detail::joined(words.z, words.w)};
            put(drawn, spare, to);
        } else {
            unsigned int drawn[] = {words.x, words.y, words.z, words.w};
            put(drawn, spare, to);
        }
    }

private:
    static __device__ unsigned int high_product(unsigned int a, unsigned int b) {
        return __umulhi(a, b);
    }
    static __device__ unsigned long long high_product(unsigned long long a, unsigned long long b) {
        return __umul64hi(a, b);
    }

    template <class Word, class Spare>
    __device__ void put(Word (&drawn)[kCount], Spare& spare, T* to) const {
        const auto range = static_cast<Word>(bound);
        bool may_be_surplus = false;
#pragma unroll
        for (int i = 0; i < kCount; ++i) may_be_surplus |= drawn[i] * range < range;
        if (may_be_surplus) redraw(drawn, spare, range);
        // Uses unsigned arithmetic, because the sum may exceed the largest T; it then wraps.
#pragma unroll
        for (int i = 0; i < kCount; ++i)
            to[i] = static_cast<T>(static_cast<Word>(low) + high_product(drawn[i], range));
    }

    /// Replaces the words that would make some numbers more likely than others, one word at a time,
    /// starting with the first word.
    template <class Word, class Spare>
    static __device__ void redraw(Word (&drawn)[kCount], Spare& spare, Word range) {
        const Word surplus = (Word(0) - range) % range;
        for (;;) {
            int which = kCount;
#pragma unroll
            for (int i = kCount - 1; i >= 0; --i)
                if (drawn[i] * range < surplus) which = i;
            if (which == kCount) return;
            const Word fresh = sizeof(Word) == 8 ? static_cast<Word>(spare.bits64()) : spare.bits();
#pragma unroll
            for (int i = 0; i < kCount; ++i)
                if (which == i) drawn[i] = fresh;
        }
    }
};

/// Poisson numbers: the number of events when `mean` events are expected.
template <class T>
struct PoissonNumbers {
    static constexpr int kCount = 1;
    double mean;

    template <class Spare>
    __device__ void operator()(const Words4&, Spare& spare, T* to) const {
        to[0] = expression::convert<T>(spare.poisson(mean));
    }
};

/// Binomial numbers: the number of successes in `trials` trials.
template <class T>
struct BinomialNumbers {
    static constexpr int kCount = 1;
    unsigned int trials;
    double probability;

    template <class Spare>
    __device__ void operator()(const Words4&, Spare& spare, T* to) const {
        to[0] = expression::convert<T>(spare.binomial(trials, probability));
    }
};

template <class T>
struct GammaNumbers {
    static constexpr int kCount = 1;
    double shape, scale;

    template <class Spare>
    __device__ void operator()(const Words4&, Spare& spare, T* to) const {
        to[0] = expression::convert<T>(spare.gamma(shape, scale));
    }
};

template <class T>
struct BetaNumbers {
    static constexpr int kCount = 1;
    double a, b;

    template <class Spare>
    __device__ void operator()(const Words4&, Spare& spare, T* to) const {
        to[0] = expression::convert<T>(spare.beta(a, b));
    }
};

}  // namespace glint
