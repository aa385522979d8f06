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

/// Values of one axis of a sweep. The text has one of these forms:
///
///     feed=0.02,0.03            these values
///     seed=1..8                 each integer in the range
///     feed=0.02..0.06/9         nine evenly spaced values, both ends included
///     rate=1e-3..1e3/7log       seven logarithmically spaced values
///     feed=0.02..0.06~20        twenty random values; ~20log: uniform in the logarithm
///     feed=0.02..0.06           one value per sample, see Sampling; /log: uniform in the logarithm
///     tint=1,0,0:0,1,0          vectors, separated by colons
struct AxisSpec {
    enum class Kind {
        list,    ///< `values`
        even,    ///< `count` evenly spaced values of a range, both ends included
        random,  ///< `count` random values from a range
        open,    ///< one value per sample, see Sampling
    };
    std::string name;
    std::string text;  ///< everything after the name and '='
    Kind kind = Kind::list;
    std::vector<std::string> values{};  ///< values separated by commas
    double low = 0;
    double high = 0;
    std::size_t count = 0;
    bool is_logarithmic = false;
};

/// Throws Error(invalid_argument), such as "use axis 'feed=0..1/x': 'x' is not a valid number of
/// values".
AxisSpec parse_axis(std::string_view text);

/// Random sampling of the axes whose range has no count. Each sample has one value for each of
/// these axes.
struct Sampling {
    std::size_t samples = 0;  ///< 0: no sampling
    /// True for a Latin hypercube: each range is divided into one interval per sample, and each
    /// interval gets one value. (McKay, Beckman, Conover, "A Comparison of Three Methods for
    /// Selecting Values of Input Variables", 1979.)
    bool is_latin = false;
    std::uint64_t seed = 1;  ///< for the samples and for random axes
};

/// One axis: the parameter that changes from case to case, and its values.
struct Axis {
    std::string name;   ///< parameter such as "feed" or "Params.feed"; or "seed" or "dt"
    std::string label;  ///< the parameter's label, for display
    std::string unit{};
    std::vector<std::string> values{};  ///< as text, like the argument of `--set`
    bool is_sampled = false;            ///< true if each sample sets it together with other axes
};

/// Returns the axes for these specifications. Values have the form in which the parameters of
/// `declaration` store them: 0.1 for a float, whole numbers for integers. `seed` and `dt` mean the
/// run's settings; a parameter with one of these names needs its struct's name.
///
/// Throws Error(not_found), with the nearest names, for an unknown parameter. Throws
/// Error(invalid_argument) for an ambiguous parameter name, for a value that the parameter does not
/// accept or that occurs twice, for a range without a count if there are no samples, and for two
/// axes with the same name. Also throws it if ranges have more than Cases::kMax combinations,
/// before it allocates any memory.
/// allocated.
std::vector<Axis> axes_of(const Declaration& declaration, std::span<const AxisSpec> specs,
                          const Sampling& sampling = {});

/// The cases of a sweep: every combination of values. The first axis changes slowest.
class Cases {
public:
    static constexpr std::size_t kMax = 1'000'000;

    explicit Cases(std::vector<Axis> axes, std::size_t count)
        : axes_(std::move(axes)), count_(count) {}

    std::span<const Axis> axes() const noexcept { return axes_; }
    std::size_t size() const noexcept { return count_; }
    /// Index of each axis's value in case `index`. Both count from 0.
    std::vector<std::size_t> indices(std::size_t index) const;
    /// Value of each axis in case `index`.
    std::vector<std::string> values(std::size_t index) const;
    /// "feed=0.02 kill=0.06": only the axes with more than one value.
    std::string caption(std::size_t index) const;

private:
    std::vector<Axis> axes_;
    std::size_t count_;
};

/// Throws Error(invalid_argument) if there are no axes, or more than Cases::kMax cases.
Cases cases_of(std::vector<Axis> axes);

/// Helpers of axes_of() that generate the values of a range, declared here for tests.
namespace detail {

/// Returns `count` numbers from `low` to `high`, both ends included. Interior values are rounded to
/// 15 significant digits, or 13 on a logarithmic axis.
std::vector<double> spread(double low, double high, std::size_t count, bool is_logarithmic);

/// Random numbers in [0, 1), identical on every platform (SplitMix64: Steele, Lea, Flood, "Fast
/// Splittable Pseudorandom Number Generators", 2014).
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
