// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <glint/algorithms/detail/random_place.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>

/// Arrays of random numbers, as expressions. The numbers are computed where they are used, and take
/// no memory until they are assigned to an Array.
///
///     const auto noise = glint::random<float>(stream, x.size(), {.seed = 7});
///     glint::Array<float> y = x + 0.1f * noise;
///
/// The random words come from Philox 4x32-10, so element i depends only on seed, sequence, offset
/// and i. The element does not depend on the shape, the device or the kernel that computes it.
/// Words, integers and uniform numbers are bit-identical on all devices. Other distributions differ
/// by the errors of logarithm, square root and sine; normal floats differ by at most 3 * 10^-6. All
/// distributions use the same words, so independent draws need different sequences or seeds, or a
/// Generator.
namespace glint {

/// Parameters of normal numbers. If means and deviations are arrays, use
/// `means + deviations * normal<T>(...)` instead.
struct NormalOptions {
    double mean = 0;
    double deviation = 1;
    std::uint64_t seed = 0;
    std::uint64_t sequence = 0;
    std::uint64_t offset = 0;
};

struct ExponentialOptions {
    double rate = 1;
    std::uint64_t seed = 0;
    std::uint64_t sequence = 0;
    std::uint64_t offset = 0;
};

namespace detail {

// The distributions of kernels/glint/random_numbers.cuh.
// clang-format off
struct UniformNumbers { static constexpr std::string_view kName = "UniformNumbers"; };
struct NormalNumbers { static constexpr std::string_view kName = "NormalNumbers"; };
struct BitNumbers { static constexpr std::string_view kName = "BitNumbers"; };
struct CoinNumbers { static constexpr std::string_view kName = "CoinNumbers"; };
struct IntegerNumbers { static constexpr std::string_view kName = "IntegerNumbers"; };
struct PoissonNumbers { static constexpr std::string_view kName = "PoissonNumbers"; };
struct BinomialNumbers { static constexpr std::string_view kName = "BinomialNumbers"; };
struct GammaNumbers { static constexpr std::string_view kName = "GammaNumbers"; };
struct BetaNumbers { static constexpr std::string_view kName = "BetaNumbers"; };
// clang-format on

/// True if a number of this distribution needs a variable number of words.
template <class>
inline constexpr bool kTakesItsOwn = false;
template <>
inline constexpr bool kTakesItsOwn<PoissonNumbers> = true;
template <>
inline constexpr bool kTakesItsOwn<BinomialNumbers> = true;
template <>
inline constexpr bool kTakesItsOwn<GammaNumbers> = true;
template <>
inline constexpr bool kTakesItsOwn<BetaNumbers> = true;

/// Number of values of type T that are made from four random words.
template <class T, class Distribution>
inline constexpr std::uint8_t kOfFourWords = kTakesItsOwn<Distribution> ? 1
                                             : sizeof(T) == 8           ? 2
                                                                        : 4;

/// The code and the arguments of a distribution. The parameters become the members of the
/// distribution's struct on the device.
template <class T, class Distribution, class... Parameters>
struct RandomRule {
    using Element = T;
    static constexpr std::uint8_t kTogether = kOfFourWords<T, Distribution>;

    RandomPlace place;
    std::tuple<Parameters...> parameters;

    void collect(OperandList& operands) const {
        operands.add_scalar(place);
        std::apply([&](const auto&... each) { (operands.add_scalar(each), ...); }, parameters);
    }
    static std::string call(SourceWriter& writer) {
        const std::string from = writer.scalar(kElementType<RandomPlace>);
        return "draw(" + from + ", " + distribution(writer) + ", ";
    }
    /// Writes only the distribution. Also declares the RandomPlace argument, so that the declared
    /// arguments are those that `collect` adds.
    static std::string write_distribution(SourceWriter& writer) {
        writer.scalar(kElementType<RandomPlace>);
        return distribution(writer);
    }

private:
    static std::string distribution(SourceWriter& writer) {
        std::string code(Distribution::kName);
        code += "<" + std::string(kElementType<T>.name) + ">{";
        ((code += writer.scalar(kElementType<Parameters>) + ", "), ...);
        return code + "}";
    }
};

template <class T, class Distribution, class... Parameters>
auto random_sequence(const Stream& stream, const Shape& shape, const RandomOptions& options,
                     Parameters... parameters) {
    return Sequence(stream, shape,
                    RandomRule<T, Distribution, Parameters...>{place_of(options), {parameters...}});
}

/// An expression of Poisson numbers, one for each element of an array of means.
template <class T, class Means>
struct RandomEvents : Expression<RandomEvents<T, Means>> {
    using Element = T;
    RandomPlace place;
    Means means;

    RandomEvents(const RandomPlace& where, const Means& of) : place(where), means(of) {}
    void collect(OperandList& operands) const {
        means.collect(operands);
        operands.add({.layout = row_major(shape_of(means)), .type = {"Index", "", 0, 1}},
                     *operands.streams().front());
        operands.add_scalar(place);
    }
    static std::string write(SourceWriter& writer) {
        const std::string mean = SourceWriter::converted(
            Means::write(writer), kElementType<typename Means::Element>, kElementType<double>);
        const std::string index = writer.array();
        return writer.define(kElementType<T>, "poisson_number<" +
                                                  std::string(kElementType<T>.name) + ">(" +
                                                  writer.scalar(kElementType<RandomPlace>) + ", " +
                                                  index + ", " + mean + ")");
    }
};

/// Converts numbers to T. If T has 16 bits, the numbers were computed in float.
template <class T, class Node>
auto narrowed_to(const Node& node) {
    if constexpr (std::is_same_v<typename Node::Element, T>)
        return node;
    else
        return cast<T>(node);
}

template <class T>
auto normal_numbers(const Stream& stream, const Shape& shape, const NormalOptions& options) {
    static_assert(kIsFloating<T>, "normally distributed numbers must be floating-point numbers");
    check_mean(options.mean);
    check_deviation(options.deviation);
    const RandomOptions place{options.seed, options.sequence, options.offset};
    return fma(random_sequence<Computed<T>, NormalNumbers>(stream, shape, place), options.deviation,
               options.mean);
}

/// Returns the number of integers from `low` (inclusive) to `high` (exclusive). Throws
/// Error(invalid_argument) if the range is empty.
template <std::integral T>
unsigned long long range_size(T low, T high) {
    using Wide = std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>;
    if (low >= high) refuse_range(static_cast<Wide>(low), static_cast<Wide>(high));
    return static_cast<unsigned long long>(high) - static_cast<unsigned long long>(low);
}

}  // namespace detail

/// Random numbers of type T. Floating-point numbers are uniform in (0, 1] with 32 random bits, or
/// 53 for double; 16-bit floats are in [0, 1], because of rounding. All integers of the type are
/// equally likely, and so are true and false. All functions in this header throw
/// Error(invalid_argument) for an offset of 2^56 or more.
template <class T>
auto random(const Stream& stream, const Shape& shape, const RandomOptions& options = {}) {
    static_assert(detail::kIsFloating<T> || std::is_integral_v<T>,
                  "random numbers must be floating-point numbers, integers or bool");
    if constexpr (detail::kIsFloating<T>)
        return detail::random_sequence<T, detail::UniformNumbers>(stream, shape, options);
    else
        return detail::random_sequence<T, detail::BitNumbers>(stream, shape, options);
}

/// Integers from `low` (inclusive) to `high` (exclusive), with exactly equal probabilities. Throws
/// Error(invalid_argument) if the range is empty.
template <std::integral T>
auto integers(const Stream& stream, const Shape& shape, std::type_identity_t<T> low,
              std::type_identity_t<T> high, const RandomOptions& options = {}) {
    return detail::random_sequence<T, detail::IntegerNumbers>(
        stream, shape, options, detail::range_size<T>(low, high), low);
}

/// Bools that are true with this probability, which is rounded to a multiple of 2^-32. For an array
/// of probabilities, use `random<float>(...) <= probabilities`. Throws Error(invalid_argument) for
/// a probability that is not from 0 to 1.
inline auto bernoulli(const Stream& stream, const Shape& shape, double probability,
                      const RandomOptions& options = {}) {
    return detail::random_sequence<bool, detail::CoinNumbers>(stream, shape, options,
                                                              detail::coin_limit(probability));
}

/// Normal numbers, computed with the Box-Muller transform. Elements 2k and 2k + 1 come from the
/// same two uniform numbers. Throws Error(invalid_argument) for a mean that is not finite, and for
/// a deviation that is negative or not finite.
template <class T>
auto normal(const Stream& stream, const Shape& shape, const NormalOptions& options = {}) {
    return detail::narrowed_to<T>(detail::normal_numbers<T>(stream, shape, options));
}

/// Log-normal numbers: exp(x) for normal numbers x with this mean and deviation.
template <class T>
auto log_normal(const Stream& stream, const Shape& shape, const NormalOptions& options = {}) {
    return detail::narrowed_to<T>(exp(detail::normal_numbers<T>(stream, shape, options)));
}

/// Exponentially distributed numbers: the times between events, of which `rate` are expected per
/// unit of time. The numbers are never negative. Throws Error(invalid_argument) for a rate that is
/// not finite and positive.
template <class T>
auto exponential(const Stream& stream, const Shape& shape, const ExponentialOptions& options = {}) {
    static_assert(detail::kIsFloating<T>,
                  "exponentially distributed numbers must be floating-point numbers");
    detail::check_rate(options.rate);
    const RandomOptions place{options.seed, options.sequence, options.offset};
    return detail::narrowed_to<T>(-1.0 / options.rate *
                                  log(random<detail::Computed<T>>(stream, shape, place)));
}

/// Poisson numbers: the number of events when `mean` events are expected. They take much longer to
/// compute than the distributions above. They are equal on all devices, except where a rounding
/// difference of a math function changes a comparison. Throws Error(invalid_argument) for a mean
/// that is not from 0 to 10^9.
template <class T = unsigned>
auto poisson(const Stream& stream, const Shape& shape, double mean,
             const RandomOptions& options = {}) {
    detail::check_events(mean);
    return detail::random_sequence<T, detail::PoissonNumbers>(stream, shape, options, mean);
}
/// Poisson numbers for each element of an array or expression of means. Means above 10^9 are
/// clamped; negative means and NaN are treated as 0.
template <class T = unsigned, ArrayLike Means>
auto poisson(const Means& means, const RandomOptions& options = {}) {
    const auto node = detail::node_of(means);
    return detail::RandomEvents<T, std::remove_const_t<decltype(node)>>(detail::place_of(options),
                                                                        node);
}

// The next three distributions are as slow as Poisson numbers and are computed in double for every
// T. They are equal on all devices, except where rounding differences of a math function change a
// result or a comparison.

/// The number of successes in `trials` independent trials with this success probability. If at most
/// 10 successes are expected, uses inversion, which adds up probabilities. Otherwise uses Hörmann's
/// algorithm BTRS ("The Generation of Binomial Random Variates", 1993). Throws
/// Error(invalid_argument) for more than 10^9 trials and for a probability that is not from 0 to 1.
template <class T = unsigned>
auto binomial(const Stream& stream, const Shape& shape, std::uint64_t trials, double probability,
              const RandomOptions& options = {}) {
    detail::check_trials(trials, probability);
    return detail::random_sequence<T, detail::BinomialNumbers>(
        stream, shape, options, static_cast<unsigned>(trials), probability);
}

/// Numbers of the gamma distribution, with density proportional to x^(k - 1) exp(-x / scale), by
/// Marsaglia and Tsang ("A Simple Method for Generating Gamma Variables", 2000).
/// Throws Error(invalid_argument) unless k, which NumPy calls the shape, and scale are finite and
/// positive.
template <class T>
auto gamma(const Stream& stream, const Shape& shape, double k, double scale = 1,
           const RandomOptions& options = {}) {
    static_assert(detail::kIsFloating<T>,
                  "gamma-distributed numbers must be floating-point numbers");
    detail::check_positive("k", k);
    detail::check_positive("scale", scale);
    return detail::random_sequence<T, detail::GammaNumbers>(stream, shape, options, k, scale);
}

/// Numbers of the beta distribution, from 0 to 1, with density proportional to x^(a - 1)
/// (1 - x)^(b - 1). If a and b are at most 1, uses the method of Jöhnk ("Erzeugung von
/// betaverteilten und gammaverteilten Zufallszahlen", 1964), otherwise two gamma numbers. Throws
/// Error(invalid_argument) unless a and b are finite and positive.
template <class T>
auto beta(const Stream& stream, const Shape& shape, double a, double b,
          const RandomOptions& options = {}) {
    static_assert(detail::kIsFloating<T>,
                  "beta-distributed numbers must be floating-point numbers");
    detail::check_positive("a", a);
    detail::check_positive("b", b);
    return detail::random_sequence<T, detail::BetaNumbers>(stream, shape, options, a, b);
}

}  // namespace glint
