// SPDX-License-Identifier: MIT
#include <glint/studio/batch/axis.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

[[noreturn]] void refuse_axis(std::string_view text, std::string_view reason,
                              ErrorCode code = ErrorCode::invalid_argument) {
    throw Error(code, fmt::format("use axis '{}'", text), reason);
}

std::string axis_text(const AxisSpec& spec) { return spec.name + '=' + spec.text; }

/// Removes "log" from the end of the text. Returns false if the text does not end with "log".
bool take_log(std::string_view& text) {
    constexpr std::string_view kLog = "log";
    if (!text.ends_with(kLog)) return false;
    text.remove_suffix(kLog.size());
    return true;
}

double parse_end(std::string_view whole, std::string_view text) {
    const auto value = text::parse_double(text::trim(text));
    if (!value || !std::isfinite(*value))
        refuse_axis(whole, fmt::format("'{}' is not a number", text));
    return *value;
}

std::size_t parse_axis_count(std::string_view whole, std::string_view text) {
    const auto count = text::parse_unsigned(text);
    if (!count) refuse_axis(whole, fmt::format("'{}' is not a valid number of values", text));
    if (*count > Cases::kMax)
        refuse_axis(whole,
                    fmt::format("an axis can have at most {} values, not {}", Cases::kMax, *count));
    return *count;
}

/// Parses the text after a range: "/9", "/7log", "/log" or "~20". `mark` is the first character,
/// and `text` contains the remaining characters.
void parse_count(std::string_view whole, char mark, std::string_view text, AxisSpec& spec) {
    spec.is_logarithmic = take_log(text);
    if (text.empty() && spec.is_logarithmic && mark == '/') return;
    spec.count = parse_axis_count(whole, text);
    if (mark == '/' && spec.count < 2)
        refuse_axis(whole, "a range includes both ends and needs at least 2 values");
    if (spec.count == 0) refuse_axis(whole, "the number of values must be at least 1");
    spec.kind = mark == '/' ? AxisSpec::Kind::even : AxisSpec::Kind::random;
}

void parse_range(std::string_view whole, std::size_t dots, AxisSpec& spec) {
    const std::string_view text = spec.text;
    spec.kind = AxisSpec::Kind::open;
    const std::size_t mark = text.find_first_of("/~", dots);
    spec.low = parse_end(whole, text.substr(0, dots));
    spec.high = parse_end(whole, text.substr(dots + 2, mark == text.npos ? mark : mark - dots - 2));
    if (!(spec.low < spec.high)) refuse_axis(whole, "the lower end of the range must come first");
    if (mark != text.npos) parse_count(whole, text[mark], text.substr(mark + 1), spec);
    if (spec.is_logarithmic && spec.low <= 0)
        refuse_axis(whole, "a logarithmic range must be above 0");
}

/// The parameter or run setting that an axis sets.
struct Target {
    const ParameterSet* set = nullptr;  // null for `seed` and `dt`
    const Parameter* parameter = nullptr;

    bool is_whole(const std::string& name) const {
        if (!parameter) return name == "seed";
        const ScalarType type = parameter->type;
        return type != ScalarType::f32 && type != ScalarType::f64 && type != ScalarType::f16 &&
               type != ScalarType::bf16 && type != ScalarType::boolean;
    }
};

Target find_target(const Declaration& declaration, const AxisSpec& spec) {
    if (spec.name == "seed" || spec.name == "dt") return {};
    std::vector<Target> found;
    std::vector<std::string> known{"seed", "dt"};
    for (const ParameterSet& set : declaration.parameters)
        for (const Parameter& parameter : set.list()) {
            if (set.is_called(parameter, spec.name)) found.push_back({&set, &parameter});
            known.push_back(spec.name.find('.') == std::string::npos ? parameter.name
                                                                     : set.full_name(parameter));
        }
    if (found.empty())
        refuse_axis(axis_text(spec),
                    fmt::format("parameter '{}' not found{}", spec.name,
                                text::known_names(spec.name, known)),
                    ErrorCode::not_found);
    if (found.size() == 1) return found.front();
    std::vector<std::string> names;
    for (const Target& each : found) names.push_back(each.set->full_name(*each.parameter));
    refuse_axis(axis_text(spec),
                fmt::format("several parameters are named '{}'. Use one of these names: {}",
                            spec.name, fmt::join(names, ", ")));
}

/// Returns the value in the format of the parameter. Throws Error(invalid_argument) if the
/// parameter does not accept the value.
std::string kept(const AxisSpec& spec, const Target& target, const std::string& value) {
    if (!target.parameter) {
        const auto number = text::parse_double(value);
        if (spec.name == "seed" &&
            !(number && *number >= 0 && *number < 4294967296.0 && *number == std::floor(*number)))
            refuse_axis(axis_text(spec),
                        fmt::format("'{}' is not a whole number from 0 to 4294967295", value));
        if (!number || !std::isfinite(*number) || (spec.name == "dt" && *number <= 0))
            refuse_axis(axis_text(spec), fmt::format("'{}' is not a number above 0", value));
        return text::shortest(*number);
    }
    ParameterSet trial = *target.set;
    try {
        trial.set_text(*target.parameter, value);
    } catch (const Error& error) {
        refuse_axis(axis_text(spec), error.reason());
    }
    return trial.text(*target.parameter);
}

/// Returns the listed values. Vectors are separated by colons, because commas separate the
/// components of each vector.
std::vector<std::string> listed_values(const AxisSpec& spec, const Target& target) {
    if (!target.parameter || target.parameter->components == 1) return spec.values;
    std::vector<std::string> vectors;
    for (const std::string_view part : text::split(spec.text, ':')) vectors.emplace_back(part);
    return vectors;
}

double number_between(const AxisSpec& spec, double part) {
    if (spec.is_logarithmic)
        return std::pow(10, std::lerp(std::log10(spec.low), std::log10(spec.high), part));
    return std::lerp(spec.low, spec.high, part);
}

/// Returns the number at the fraction `part` of the range. `part` is in [0, 1). If `is_whole`, each
/// integer in a linear range covers an equal share of [0, 1).
double drawn(const AxisSpec& spec, bool is_whole, double part) {
    if (!is_whole) return number_between(spec, part);
    AxisSpec wider = spec;
    if (!spec.is_logarithmic) wider.high += 1;
    return std::clamp(std::floor(number_between(wider, part)), std::ceil(spec.low),
                      std::floor(spec.high));
}

/// Rounds to 15 significant digits, or to 13 on a logarithmic axis. Later digits may be wrong
/// because of rounding errors.
double rounded_digits(double value, bool is_logarithmic) {
    return text::parse_double(fmt::format("{:.{}g}", value, is_logarithmic ? 13 : 15))
        .value_or(value);
}

[[noreturn]] void refuse_length(const AxisSpec& spec) {
    refuse_axis(axis_text(spec), fmt::format("an axis can have at most {} values", Cases::kMax));
}

std::vector<double> whole_numbers(const AxisSpec& spec) {
    constexpr double kExact = 9007199254740992;  // 2^53: larger integers are not all exact
    if (spec.low < -kExact || spec.high > kExact)
        refuse_axis(axis_text(spec),
                    "the range exceeds 2^53, above which whole numbers are not exact");
    if (spec.high - spec.low >= static_cast<double>(Cases::kMax)) refuse_length(spec);
    std::vector<double> all;
    for (double value = spec.low; value <= spec.high; ++value) all.push_back(value);
    return all;
}

bool has_whole_ends(const AxisSpec& spec) {
    return spec.low == std::floor(spec.low) && spec.high == std::floor(spec.high) &&
           !spec.is_logarithmic;
}

bool is_sampled(const AxisSpec& spec, const Sampling& sampling) {
    return spec.kind == AxisSpec::Kind::open && sampling.samples > 0 && spec.name != "seed";
}

/// Returns a lower bound for the number of values of the axis. For a list, the bound is 1.
double count_of(const AxisSpec& spec, const Sampling& sampling) {
    if (is_sampled(spec, sampling)) return static_cast<double>(sampling.samples);
    switch (spec.kind) {
        case AxisSpec::Kind::list: return 1;
        case AxisSpec::Kind::open: return has_whole_ends(spec) ? spec.high - spec.low + 1 : 1;
        default: return static_cast<double>(spec.count);
    }
}

[[noreturn]] void refuse_count(double count) {
    throw Error(
        ErrorCode::invalid_argument, "run the sweep",
        fmt::format("the sweep has {:.7g} cases, but the maximum is {}", count, Cases::kMax));
}

/// Refuses a sweep with too many cases. Called before memory for the values is allocated.
void require_few_cases(std::span<const AxisSpec> specs, const Sampling& sampling) {
    double count = 1;
    bool has_samples = false;
    for (const AxisSpec& spec : specs) {
        if (is_sampled(spec, sampling) && std::exchange(has_samples, true)) continue;
        const double own = count_of(spec, sampling);
        if (own > static_cast<double>(Cases::kMax)) refuse_length(spec);
        count *= own;
    }
    if (count > static_cast<double>(Cases::kMax)) refuse_count(count);
}

std::vector<double> sampled(const AxisSpec& spec, bool is_whole, const Sampling& sampling,
                            detail::Uniform& uniform) {
    std::vector<double> parts;
    const auto count = static_cast<double>(sampling.samples);
    for (std::size_t i = 0; i < sampling.samples; ++i)
        parts.push_back(sampling.is_latin ? (static_cast<double>(i) + uniform.next()) / count
                                          : uniform.next());
    if (sampling.is_latin)  // Fisher-Yates shuffle
        for (std::size_t i = parts.size(); i > 1; --i)
            std::swap(parts[i - 1], parts[uniform.bits() % i]);
    for (double& part : parts) part = drawn(spec, is_whole, part);
    return parts;
}

std::vector<double> axis_numbers(const AxisSpec& spec, bool is_whole, const Sampling& sampling,
                                 detail::Uniform& uniform) {
    if (is_sampled(spec, sampling)) return sampled(spec, is_whole, sampling, uniform);
    if (spec.kind == AxisSpec::Kind::even)
        return detail::spread(spec.low, spec.high, spec.count, spec.is_logarithmic);
    if (spec.kind == AxisSpec::Kind::open) {
        if (has_whole_ends(spec)) return whole_numbers(spec);
        refuse_axis(
            axis_text(spec),
            fmt::format(
                "the number of values is missing. Write {0}/5 for five values, or add --samples 20",
                axis_text(spec)));
    }
    std::vector<double> numbers;
    for (std::size_t i = 0; i < spec.count; ++i)
        numbers.push_back(drawn(spec, is_whole, uniform.next()));
    return numbers;
}

void refuse_ranges(const AxisSpec& spec, const Target& target) {
    if (!target.parameter) return;
    if (target.parameter->components > 1)
        refuse_axis(
            axis_text(spec),
            fmt::format("parameter '{}' has {} components. List its values, as in {}=1,0,0:0,1,0",
                        spec.name, target.parameter->components, spec.name));
    if (target.parameter->type == ScalarType::boolean)
        refuse_axis(axis_text(spec),
                    fmt::format("parameter '{0}' is a bool. List its values, as in {0}=false,true",
                                spec.name));
}

std::vector<std::string> texts_of(const AxisSpec& spec, const Target& target,
                                  const Sampling& sampling, detail::Uniform& uniform) {
    std::vector<std::string> texts;
    if (spec.kind == AxisSpec::Kind::list) {
        for (const std::string& value : listed_values(spec, target))
            texts.push_back(kept(spec, target, std::string(text::trim(value))));
        return texts;
    }
    refuse_ranges(spec, target);
    const bool is_whole = target.is_whole(spec.name);
    for (const double number : axis_numbers(spec, is_whole, sampling, uniform))
        texts.push_back(
            kept(spec, target,
                 text::shortest(is_whole ? std::round(number)
                                         : rounded_digits(number, spec.is_logarithmic))));
    return texts;
}

void refuse_repeats(const AxisSpec& spec, const std::vector<std::string>& values) {
    std::set<std::string> seen;
    for (const std::string& value : values)
        if (!seen.insert(value).second)
            refuse_axis(axis_text(spec), fmt::format("the value {} appears twice", value));
}

Axis axis_of(const Declaration& declaration, const AxisSpec& spec, const Sampling& sampling,
             detail::Uniform& uniform) {
    const Target target = find_target(declaration, spec);
    Axis axis{.name = spec.name, .label = spec.name};
    if (target.parameter && target.parameter->annotation) {
        axis.label = target.parameter->annotation->label;
        axis.unit = target.parameter->annotation->unit;
    }
    axis.values = texts_of(spec, target, sampling, uniform);
    axis.is_sampled = is_sampled(spec, sampling);
    if (!axis.is_sampled && spec.kind != AxisSpec::Kind::random) refuse_repeats(spec, axis.values);
    return axis;
}

/// Refuses two axes of the same parameter. Their names may differ, as in "speed" and
/// "Params.speed".
void refuse_same(const Declaration& declaration, std::span<const AxisSpec> specs) {
    std::set<std::pair<const void*, std::string>> seen;
    for (const AxisSpec& spec : specs) {
        const Target target = find_target(declaration, spec);
        const std::string name = target.parameter ? target.parameter->name : spec.name;
        if (!seen.insert({target.set, name}).second)
            refuse_axis(axis_text(spec), fmt::format("the sweep already has an axis '{}'", name));
    }
}

/// Returns the stride of each axis: how much the case index increases from one value of the axis to
/// the next. Sampled axes change together, so all of them have the stride of the first sampled
/// axis.
std::vector<std::size_t> strides_of(std::span<const Axis> axes) {
    std::vector<std::size_t> strides(axes.size(), 1);
    const auto first = std::ranges::find(axes, true, &Axis::is_sampled);
    std::size_t stride = 1, of_samples = 1;
    for (std::size_t i = axes.size(); i-- > 0;) {
        const bool follows = axes[i].is_sampled && &axes[i] != &*first;
        if (follows) continue;
        strides[i] = stride;
        if (axes[i].is_sampled) of_samples = stride;
        stride *= axes[i].values.size();
    }
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (axes[i].is_sampled) strides[i] = of_samples;
    return strides;
}

}  // namespace

std::vector<double> detail::spread(double low, double high, std::size_t count,
                                   bool is_logarithmic) {
    std::vector<double> values;
    const AxisSpec spec{
        .name = {}, .text = {}, .low = low, .high = high, .is_logarithmic = is_logarithmic};
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(rounded_digits(
            number_between(spec, static_cast<double>(i) / static_cast<double>(count - 1)),
            is_logarithmic));
    values.front() = low;
    values.back() = high;
    return values;
}

std::uint64_t detail::Uniform::bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30u)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27u)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31u);
}

double detail::Uniform::next() { return static_cast<double>(bits() >> 11u) * 0x1p-53; }

AxisSpec parse_axis(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos) refuse_axis(text, "an axis must have the form NAME=VALUES");
    AxisSpec spec{.name = std::string(text::trim(text.substr(0, equals))),
                  .text = std::string(text::trim(text.substr(equals + 1)))};
    if (spec.name.empty()) refuse_axis(text, "an axis must have the form NAME=VALUES");
    if (spec.text.empty()) refuse_axis(text, "the values are missing");
    if (const std::size_t dots = spec.text.find(".."); dots != std::string::npos) {
        parse_range(text, dots, spec);
        return spec;
    }
    for (const std::string_view value : text::split(spec.text, ',')) {
        if (text::trim(value).empty()) refuse_axis(text, "a value is missing between commas");
        spec.values.emplace_back(text::trim(value));
    }
    return spec;
}

std::vector<Axis> axes_of(const Declaration& declaration, std::span<const AxisSpec> specs,
                          const Sampling& sampling) {
    refuse_same(declaration, specs);
    require_few_cases(specs, sampling);
    detail::Uniform uniform(sampling.seed);
    std::vector<Axis> axes;
    for (const AxisSpec& spec : specs)
        axes.push_back(axis_of(declaration, spec, sampling, uniform));
    const bool is_any_sampled = std::ranges::any_of(axes, &Axis::is_sampled);
    if (sampling.samples > 0 && !is_any_sampled)
        throw Error(ErrorCode::invalid_argument, "use --samples",
                    "every axis has fixed values. To sample an axis, write its range without a "
                    "number of values");
    return axes;
}

Cases cases_of(std::vector<Axis> axes) {
    const auto refuse = [](std::string_view reason) {
        throw Error(ErrorCode::invalid_argument, "run the sweep", reason);
    };
    if (axes.empty()) refuse("the sweep has no axis. Add an axis, such as feed=0.02..0.06/9");
    double count = 1;
    bool has_samples = false;
    for (const Axis& axis : axes) {
        if (axis.is_sampled && std::exchange(has_samples, true)) continue;
        count *= static_cast<double>(axis.values.size());
    }
    if (count > static_cast<double>(Cases::kMax)) refuse_count(count);
    return Cases(std::move(axes), static_cast<std::size_t>(count));
}

std::vector<std::size_t> Cases::indices(std::size_t index) const {
    const std::vector<std::size_t> strides = strides_of(axes_);
    std::vector<std::size_t> of_axes;
    for (std::size_t i = 0; i < axes_.size(); ++i)
        of_axes.push_back(index / strides[i] % axes_[i].values.size());
    return of_axes;
}

std::vector<std::string> Cases::values(std::size_t index) const {
    const std::vector<std::size_t> of_axes = indices(index);
    std::vector<std::string> all;
    for (std::size_t i = 0; i < axes_.size(); ++i) all.push_back(axes_[i].values[of_axes[i]]);
    return all;
}

std::string Cases::caption(std::size_t index) const {
    const std::vector<std::string> all = values(index);
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < axes_.size(); ++i)
        if (axes_[i].values.size() > 1) parts.push_back(axes_[i].name + '=' + all[i]);
    return fmt::format("{}", fmt::join(parts, " "));
}

}  // namespace glint::studio
