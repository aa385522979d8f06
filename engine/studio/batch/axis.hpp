// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// The name and the values of one axis of a sweep, parsed from a text in one of these forms:
///
///     feed=0.02,0.03            these values
///     seed=1..8                 each integer in the range, both ends included
///     feed=0.02..0.06/9         nine evenly spaced values, both ends included
///     rate=1e-3..1e3/7log       seven logarithmically spaced values
///     feed=0.02..0.06~20        twenty random values; ~20log: uniform in the logarithm
///     feed=0.02..0.06           one random value per sample, see Sampling
///     feed=0.02..0.06/log       one random value per sample, uniform in the logarithm
///     tint=1,0,0:0,1,0          vectors, separated by colons
struct AxisSpec {
    enum class Kind {
        list,    ///< `values`
        even,    ///< `count` evenly spaced values of a range, both ends included
        random,  ///< `count` random values from a range
        open,    ///< range without `count`: all integers, or values from Sampling
    };
    std::string name;
    std::string text;  ///< the text after the name and '='
    Kind kind = Kind::list;
    std::vector<std::string> values{};  ///< for Kind::list: the parts between commas
    double low = 0;
    double high = 0;
    std::size_t count = 0;
    bool is_logarithmic = false;
};

/// Parses the text of an axis. Throws Error(invalid_argument) for an invalid text, with a message
/// such as "use axis 'feed=0..1/x': 'x' is not a valid number of values".
AxisSpec parse_axis(std::string_view text);

/// Random sampling of the axes of Kind::open, except `seed`. Each sample has one value for each of
/// these axes.
struct Sampling {
    std::size_t samples = 0;  ///< 0: no sampling
    /// True for a Latin hypercube: the range of each axis is divided into one interval per sample,
    /// and each interval gets one value. (McKay, Beckman, Conover, "A Comparison of Three Methods
    /// for Selecting Values of Input Variables", 1979.) False: all values are independent.
    bool is_latin = false;
    std::uint64_t seed = 1;  ///< for samples and for axes of Kind::random
};

/// One axis of a sweep: a parameter that changes from case to case, and the parameter's values.
struct Axis {
    std::string name;   ///< "feed", "Params.feed", "seed" or "dt"
    std::string label;  ///< the parameter's label, for display
    std::string unit{};
    std::vector<std::string> values{};  ///< as texts that `--set` accepts
    bool is_sampled = false;            ///< true if the values come from Sampling
};

/// Returns the axes that `specs` describe. The values have the format in which the parameters of
/// `declaration` store them: 0.1 for a float, whole numbers for integers. The names `seed` and `dt`
/// refer to settings of the run. To refer to a parameter with one of these names, add the name of
/// its struct, as in "Params.dt".
///
/// Throws Error(not_found), with the nearest names, for an unknown parameter. Throws
/// Error(invalid_argument) for an ambiguous parameter name, for a value that occurs twice or that
/// the parameter does not accept, and for two axes of the same parameter. Also throws it for a
/// range without a number of values, unless its ends are integers or `sampling` has samples. Also
/// throws Error(invalid_argument), before it allocates memory for the values, if the axes have more
/// than Cases::kMax combinations.
std::vector<Axis> axes_of(const Declaration& declaration, std::span<const AxisSpec> specs,
                          const Sampling& sampling = {});

/// The cases of a sweep: every combination of the axes' values. Sampled axes change together. The
/// first axis changes slowest.
class Cases {
public:
    static constexpr std::size_t kMax = 1'000'000;

    explicit Cases(std::vector<Axis> axes, std::size_t count)
        : axes_(std::move(axes)), count_(count) {}

    std::span<const Axis> axes() const noexcept { return axes_; }
    std::size_t size() const noexcept { return count_; }
    /// Returns one index into Axis::values per axis, for the values of case `index`.
    std::vector<std::size_t> indices(std::size_t index) const;
    /// Returns the value of each axis in case `index`.
    std::vector<std::string> values(std::size_t index) const;
    /// Returns a text such as "feed=0.02 kill=0.06" for case `index`, without axes that have only
    /// one value.
    std::string caption(std::size_t index) const;

private:
    std::vector<Axis> axes_;
    std::size_t count_;
};

/// Returns the cases of a sweep with these axes. Throws Error(invalid_argument) if `axes` is empty,
/// or if the sweep would have more than Cases::kMax cases.
Cases cases_of(std::vector<Axis> axes);

/// Functions that generate values for axes_of(). They are declared here only for tests.
namespace detail {

/// Returns `count` numbers from `low` to `high`, both ends included, with even or logarithmic
/// spacing. The numbers between the ends are rounded to 15 significant digits, or to 13 for
/// logarithmic spacing.
std::vector<double> spread(double low, double high, std::size_t count, bool is_logarithmic);

/// Generates random numbers in [0, 1). The sequence is identical on every platform (SplitMix64:
/// Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
class Uniform {
public:
    explicit Uniform(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits();
    double next();

private:
    std::uint64_t state_;
};

}  // namespace detail
}  // namespace glint::studio
