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

/// How the values of one axis of a sweep are given:
///
///     feed=0.02,0.03            these
///     seed=1..8                 each whole number
///     feed=0.02..0.06/9         nine values, evenly apart, both ends among them
///     rate=1e-3..1e3/7log       seven values, of which each is the same multiple of the one before
///     feed=0.02..0.06~20        twenty random values; ~20log: evenly spread logarithms
///     feed=0.02..0.06           a value of each sample, see Sampling; /log: evenly spread
///     logarithms tint=1,0,0:0,1,0          vectors, parted by colons
struct AxisSpec {
    enum class Kind {
        list,    ///< `values`
        even,    ///< `count` values of a range, both ends among them
        random,  ///< `count` random values of a range
        open,    ///< a range alone
    };
    std::string name;
    std::string text;  ///< behind the name
    Kind kind = Kind::list;
    std::vector<std::string> values{};  ///< parts between commas
    double low = 0;
    double high = 0;
    std::size_t count = 0;
    bool is_logarithmic = false;
};

/// Throws Error(invalid_argument), "axis 'feed=0..1/x': 'x' is no number of values", and the like.
AxisSpec parse_axis(std::string_view text);

/// Random values for the axes whose ranges say no number of values, a value of each in each sample.
struct Sampling {
    std::size_t samples = 0;  ///< 0: none
    /// Whether they are a Latin hypercube: each range is divided into as many parts as there are
    /// samples, and each part has one value. (McKay, Beckman, Conover, "A Comparison of Three
    /// Methods for Selecting Values of Input Variables", 1979.)
    bool is_latin = false;
    std::uint64_t seed = 1;  ///< of these, and of random axes; the same gives the same values
};

/// One axis: what changes from case to case, and the values that it takes.
struct Axis {
    std::string name;   ///< of a parameter, "feed" or "Params.feed"; or "seed" or "dt"
    std::string label;  ///< for people: the parameter's label
    std::string unit{};
    std::vector<std::string> values{};  ///< as `--set` takes them
    bool is_sampled = false;  ///< whether it takes its values together with others, one a sample
};

/// The axes of these specifications, their values as the parameters of `declaration` keep them:
/// 0.1 for a float, whole numbers for integers. `seed` and `dt` are the run's; a parameter of such
/// a name is written with its struct's name.
///
/// Throws Error(not_found), with the nearest names, for a parameter that there is not, and
/// Error(invalid_argument) for one that several structs have, for values that it cannot take, that
/// occur twice, or that are not said how many, for two axes of one name, and, before memory is
/// taken, for ranges with more than Cases::kMost combinations.
std::vector<Axis> axes_of(const Declaration& declaration, std::span<const AxisSpec> specs,
                          const Sampling& sampling = {});

/// The cases of a sweep: each combination of values, those of the first axis changing slowest.
class Cases {
public:
    static constexpr std::size_t kMost = 1'000'000;

    explicit Cases(std::vector<Axis> axes, std::size_t count)
        : axes_(std::move(axes)), count_(count) {}

    std::span<const Axis> axes() const noexcept { return axes_; }
    std::size_t size() const noexcept { return count_; }
    /// Which value each axis has in a case; both count from 0.
    std::vector<std::size_t> indices(std::size_t index) const;
    /// The values themselves.
    std::vector<std::string> values(std::size_t index) const;
    /// "feed=0.02 kill=0.06", of the axes that have several values.
    std::string caption(std::size_t index) const;

private:
    std::vector<Axis> axes_;
    std::size_t count_;
};

/// Throws Error(invalid_argument) if there are no axes, or more than Cases::kMost cases.
Cases cases_of(std::vector<Axis> axes);

/// The ranges, and such numbers as the sampling has, that a parameter's text stands for: private to
/// axes_of and its tests.
namespace detail {

/// `count` numbers from `low` to `high`, both among them, with 15 significant digits between, 13 of
/// a logarithmic one.
std::vector<double> spread(double low, double high, std::size_t count, bool is_logarithmic);

/// Numbers from 0 up to 1, without 1, the same everywhere (SplitMix64: Steele, Lea, Flood, "Fast
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
