// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <glint/algorithms/detail/random_fill.hpp>
#include <glint/algorithms/random.hpp>

namespace glint {

struct GeneratorOptions {
    std::uint64_t seed = 0;
    /// Selects one of 2^64 independent sequences per seed, or of 2^49 for XORWOW and MRG32k3a.
    std::uint64_t sequence = 0;
    RandomKind kind = RandomKind::philox;
};

namespace detail {

/// Throws Error(invalid_argument) for a sequence that this kind of generator does not support.
void check_generator(const GeneratorOptions& options);
[[noreturn]] void refuse_means();
/// Returns the offset after `words` more words, rounded up to a multiple of four. Throws
/// Error(invalid_argument) if that is more than 2^56.
std::uint64_t advanced(std::uint64_t offset, std::uint64_t words);

/// Returns a function that scales standard normal numbers to this mean and deviation.
inline auto scale_normal(double mean, double deviation) {
    check_mean(mean);
    check_deviation(deviation);
    return [=](const auto& numbers) { return fma(numbers, deviation, mean); };
}

}  // namespace detail

/// Draws arrays of random numbers one after another, each from new random words.
///
///     glint::Generator rng(stream, {.seed = 7});
///     glint::Array<float> a = rng.uniform<float>({480, 640}), b = rng.normal<float>(1000);
///
/// Equal seeds and draws give the same numbers on all devices, within the limits stated in
/// glint/algorithms/random.hpp. With Philox, the first draw equals the result of the functions in
/// that header, whose distributions and errors apply here too. Draws are queued on the stream. Use
/// a generator from one thread at a time.
///
/// XORWOW and MRG32k3a fill an array from 2^15 sequences, which take turns. In each turn, a
/// sequence produces four numbers, or two numbers of 8 bytes, or one number of a distribution that
/// uses a variable number of words. Each draw reinitializes the sequences, which takes up to 2400
/// steps per sequence for XORWOW. Distributions that are derived from uniform or normal numbers
/// need a second kernel.
class Generator {
public:
    /// Throws Error(invalid_argument) for a sequence that the kind of generator does not support.
    explicit Generator(const Stream& stream, const GeneratorOptions& options = {})
        : stream_(detail::handle_of(stream)), options_(options) {
        detail::check_generator(options);
    }

    /// Floating-point numbers in (0, 1].
    template <class T>
    Array<T> uniform(const Shape& shape) {
        static_assert(detail::kIsFloating<T>,
                      "uniformly distributed numbers must be floating-point numbers");
        return draw<T, detail::UniformNumbers>(shape);
    }
    /// Integers with random bits, or random bools.
    template <std::integral T>
    Array<T> bits(const Shape& shape) {
        return draw<T, detail::BitNumbers>(shape);
    }
    template <std::integral T>
    Array<T> integers(const Shape& shape, std::type_identity_t<T> low,
                      std::type_identity_t<T> high) {
        return draw<T, detail::IntegerNumbers>(shape, detail::range_size<T>(low, high), low);
    }
    Array<bool> bernoulli(const Shape& shape, double probability) {
        return draw<bool, detail::CoinNumbers>(shape, detail::coin_limit(probability));
    }
    template <class T>
    Array<T> normal(const Shape& shape, double mean = 0, double deviation = 1) {
        return transformed<T, detail::NormalNumbers>(shape, detail::scale_normal(mean, deviation));
    }
    template <class T>
    Array<T> log_normal(const Shape& shape, double mean = 0, double deviation = 1) {
        const auto scale = detail::scale_normal(mean, deviation);
        return transformed<T, detail::NormalNumbers>(
            shape, [&](const auto& numbers) { return exp(scale(numbers)); });
    }
    template <class T>
    Array<T> exponential(const Shape& shape, double rate = 1) {
        detail::check_rate(rate);
        return transformed<T, detail::UniformNumbers>(
            shape, [=](const auto& numbers) { return -1.0 / rate * log(numbers); });
    }
    template <class T = unsigned>
    Array<T> poisson(const Shape& shape, double mean) {
        detail::check_events(mean);
        return draw<T, detail::PoissonNumbers>(shape, mean);
    }
    template <class T = unsigned>
    Array<T> binomial(const Shape& shape, std::uint64_t trials, double probability) {
        detail::check_trials(trials, probability);
        return draw<T, detail::BinomialNumbers>(shape, static_cast<unsigned>(trials), probability);
    }
    template <class T>
    Array<T> gamma(const Shape& shape, double k, double scale = 1) {
        detail::check_positive("k", k);
        detail::check_positive("scale", scale);
        return draw<T, detail::GammaNumbers>(shape, k, scale);
    }
    template <class T>
    Array<T> beta(const Shape& shape, double a, double b) {
        detail::check_positive("a", a);
        detail::check_positive("b", b);
        return draw<T, detail::BetaNumbers>(shape, a, b);
    }
    /// Poisson numbers for an array of means. Only Philox supports them: with other generators,
    /// throws Error(unsupported).
    template <class T = unsigned, ArrayLike Means>
    Array<T> poisson(const Means& means) {
        if (options_.kind != RandomKind::philox) detail::refuse_means();
        Array<T> numbers = glint::poisson<T>(means, place(1));
        advance(4 * numbers.size());
        return numbers;
    }

    /// Advances as if `words` 32-bit words had been drawn, rounded up to a multiple of four. For
    /// XORWOW and MRG32k3a, advances each sequence by that many words. Throws
    /// Error(invalid_argument) if the offset becomes more than 2^56.
    void skip(std::uint64_t words) { advance(words); }
    /// The number of words that were drawn or skipped, counted as in `skip`.
    std::uint64_t offset() const noexcept { return offset_; }

private:
    template <class T, class Distribution, class... Parameters>
    Array<T> draw(const Shape& shape, Parameters... parameters) {
        if (options_.kind == RandomKind::philox)
            return of_philox<T, Distribution>(shape, parameters...);
        return of_state<T, Distribution>(shape, parameters...);
    }
    /// Applies `function` to random numbers, in float or a wider type.
    template <class T, class Distribution, class Function>
    Array<T> transformed(const Shape& shape, const Function& function) {
        static_assert(detail::kIsFloating<T>, "this distribution requires floating-point numbers");
        using Drawn = detail::Computed<T>;
        if (options_.kind == RandomKind::philox)
            return detail::narrowed_to<T>(function(of_philox<Drawn, Distribution>(shape)));
        return detail::narrowed_to<T>(function(of_state<Drawn, Distribution>(shape)));
    }

    template <class T, class Distribution, class... Parameters>
    auto of_philox(const Shape& shape, Parameters... parameters) {
        constexpr std::uint64_t kEach = detail::kOfFourWords<T, Distribution>;
        const auto numbers =
            detail::random_sequence<T, Distribution>(stream_, shape, place(kEach), parameters...);
        advance(4 / kEach * shape.size());
        return numbers;
    }
    template <class T, class Distribution, class... Parameters>
    Array<T> of_state(const Shape& shape, Parameters... parameters) {
        using Rule = detail::RandomRule<T, Distribution, Parameters...>;
        Array<T> numbers(stream_, shape);
        detail::RandomFill fill{.kind = options_.kind,
                                .distribution = &Rule::write_distribution,
                                .type = detail::kElementType<T>};
        Rule{detail::place_of_state(options_.seed, options_.sequence, offset_), {parameters...}}
            .collect(fill.scalars);
        detail::fill_random(stream_, {numbers.data(), detail::row_major(shape), sizeof(T)}, fill);
        // Rejection sampling uses an unknown number of additional words, so the number of skipped
        // words has a large margin.
        constexpr bool kRejects = std::is_same_v<Distribution, detail::IntegerNumbers> ||
                                  detail::kTakesItsOwn<Distribution>;
        advance(detail::fill_turns(shape.size(), Rule::kTogether) * (kRejects ? 64 : 4));
        return numbers;
    }

    /// Returns the starting point for a distribution that makes `each` numbers from four words.
    RandomOptions place(std::uint64_t each) const {
        return {options_.seed, options_.sequence, offset_ / 4 * each};
    }
    void advance(std::uint64_t words) { offset_ = detail::advanced(offset_, words); }

    Stream stream_;
    GeneratorOptions options_;
    std::uint64_t offset_ = 0;  // a multiple of four
};

}  // namespace glint
