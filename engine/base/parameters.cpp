// SPDX-License-Identifier: MIT
#include <glint/base/parameters.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/narrow_float.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

std::string operation(std::string_view verb, std::string_view name) {
    return fmt::format("{} parameter '{}'", verb, name);
}

const Parameter* find_in(std::span<const Parameter> list, std::string_view name) {
    const auto found = std::ranges::find(list, name, &Parameter::name);
    return found == list.end() ? nullptr : &*found;
}

const Parameter& require(std::span<const Parameter> list, std::string_view verb,
                         std::string_view name) {
    if (const Parameter* found = find_in(list, name)) return *found;
    std::vector<std::string> names;
    for (const Parameter& parameter : list) names.push_back(parameter.name);
    throw Error(ErrorCode::not_found, operation(verb, name),
                "parameter not found" + text::known_names(name, names));
}

void require_component(const Parameter& parameter, std::string_view verb, unsigned component) {
    if (component < parameter.components) return;
    throw Error(ErrorCode::invalid_argument, operation(verb, parameter.name),
                fmt::format("component {} is out of range, because the parameter has {}", component,
                            text::counted(parameter.components, "component")));
}

std::optional<NarrowFloat> narrow_format(ScalarType type) {
    if (type == ScalarType::f16) return NarrowFloat::half;
    if (type == ScalarType::bf16) return NarrowFloat::bfloat;
    return std::nullopt;
}

struct Range {
    double minimum;
    double maximum;
    bool holds(double value) const { return value >= minimum && value <= maximum; }
};

template <class T>
constexpr Range limits_of() {
    using Limits = std::numeric_limits<T>;
    return {static_cast<double>(Limits::lowest()), static_cast<double>(Limits::max())};
}

// A double represents every whole number up to 2^53, but not beyond.
constexpr double kExact = 9007199254740992.0;

Range limits(ScalarType type) {
    if (const auto format = narrow_format(type)) return {-largest(*format), largest(*format)};
    switch (type) {
        case ScalarType::boolean: return {0, 1};
        case ScalarType::i64: return {-kExact, kExact};
        case ScalarType::u64: return {0, kExact};
        default: break;
    }
    return visit_scalar(type, []<class T>() { return limits_of<T>(); });
}

/// Rounds `value` to the precision of a floating-point `type`.
double rounded(ScalarType type, double value) {
    if (const auto format = narrow_format(type)) return nearest(*format, value);
    return type == ScalarType::f32 ? static_cast<float>(value) : value;
}

/// Returns the annotated range. The bounds are rounded to the parameter's type, as values are.
/// Without rounding, a maximum of 0.1 would reject the nearest float, which is greater than 0.1.
Range annotated(const Parameter& parameter) {
    const Parameter::Annotation& annotation = *parameter.annotation;
    return {rounded(parameter.type, annotation.minimum),
            rounded(parameter.type, annotation.maximum)};
}

std::string outside(double value, double minimum, double maximum, std::string_view unit) {
    return fmt::format("{} is outside {}..{}{}{}", value, minimum, maximum, unit.empty() ? "" : " ",
                       unit);
}

/// Returns the reason if a parameter of this type cannot hold `value`, else nullopt.
std::optional<std::string> misfit(ScalarType type, double value) {
    const bool whole = value == std::trunc(value);
    if (!std::isfinite(value)) return fmt::format("'{}' is not a finite number", value);
    if (type == ScalarType::boolean && !(whole && limits(type).holds(value)))
        return fmt::format("'{}' is neither true nor false", value);
    if (is_integer(type) && !whole) return fmt::format("'{}' is not a whole number", value);
    const Range range = limits(type);
    if (!range.holds(rounded(type, value))) return outside(value, range.minimum, range.maximum, "");
    return std::nullopt;
}

std::string choice_names(const Parameter& parameter) {
    std::string names;
    for (const Parameter::Choice& choice : parameter.choices)
        names += (names.empty() ? "" : ", ") + choice.name;
    return names;
}

/// Returns the reason if `value` is not one of the parameter's choices, else nullopt. Accepts every
/// value if the parameter is not an enum.
std::optional<std::string> wrong_choice(const Parameter& parameter, double value) {
    const bool is_free = parameter.choices.empty();
    if (is_free || std::ranges::count(parameter.choices, value, &Parameter::Choice::value) > 0)
        return std::nullopt;
    return fmt::format("{} is not one of {}", value, choice_names(parameter));
}

/// Returns the reason if the parameter does not accept `value`, else nullopt.
std::optional<std::string> refusal(const Parameter& parameter, double value) {
    if (auto reason = misfit(parameter.type, value)) return reason;
    if (!parameter.choices.empty()) return wrong_choice(parameter, value);
    if (!parameter.annotation) return std::nullopt;
    if (annotated(parameter).holds(rounded(parameter.type, value))) return std::nullopt;
    const Parameter::Annotation& annotation = *parameter.annotation;
    return outside(value, annotation.minimum, annotation.maximum, annotation.unit);
}

void require_value(const Parameter& parameter, double value) {
    if (const auto reason = refusal(parameter, value))
        throw Error(ErrorCode::invalid_argument, operation("set", parameter.name), *reason);
}

std::optional<double> parse_boolean(std::string_view text) {
    const std::string word = text::lower_case(text);
    if (word == "true" || word == "on" || word == "1") return 1;
    if (word == "false" || word == "off" || word == "0") return 0;
    return std::nullopt;
}

/// Parses a choice: its name, with or without the name of the enum, or its number.
double parse_choice(const Parameter& parameter, std::string_view part) {
    const std::size_t scope = part.rfind("::");
    const std::string_view name = scope == part.npos ? part : part.substr(scope + 2);
    const auto found = std::ranges::find(parameter.choices, name, &Parameter::Choice::name);
    if (found != parameter.choices.end()) return found->value;
    if (const auto value = text::parse_double(part)) return *value;
    std::vector<std::string> names;
    for (const Parameter::Choice& choice : parameter.choices) names.push_back(choice.name);
    throw Error(ErrorCode::invalid_argument, operation("set", parameter.name),
                fmt::format("'{}' is not one of {}{}", part, choice_names(parameter),
                            text::did_you_mean(part, names)));
}

double parse_component(const Parameter& parameter, std::string_view part) {
    if (!parameter.choices.empty()) return parse_choice(parameter, part);
    const bool boolean = parameter.type == ScalarType::boolean;
    if (const auto value = boolean ? parse_boolean(part) : text::parse_double(part)) return *value;
    throw Error(
        ErrorCode::invalid_argument, operation("set", parameter.name),
        fmt::format("'{}' is {}", part, boolean ? "neither true nor false" : "not a number"));
}

std::vector<double> parse_components(const Parameter& parameter, std::string_view text) {
    const auto parts = text::split(text, ',');
    if (parts.size() != parameter.components) {
        throw Error(ErrorCode::invalid_argument, operation("set", parameter.name),
                    fmt::format("expected {}, found {} in '{}'",
                                text::counted(parameter.components, "value"), parts.size(), text));
    }
    std::vector<double> values;
    for (const std::string_view part : parts)
        values.push_back(parse_component(parameter, text::trim(part)));
    return values;
}

// Formats a whole number with all its digits, and any other number with the fewest digits that
// identify it.
std::string narrow_text(NarrowFloat format, double value) {
    if (value == std::trunc(value)) return text::shortest(value);
    for (int digits = 1; digits < 9; ++digits) {
        const auto shorter = text::parse_double(fmt::format("{:.{}g}", value, digits));
        if (shorter && nearest(format, *shorter) == value) return text::shortest(*shorter);
    }
    return text::shortest(value);
}

std::string component_text(const Parameter& parameter, double value) {
    const auto choice = std::ranges::find(parameter.choices, value, &Parameter::Choice::value);
    if (choice != parameter.choices.end()) return choice->name;
    const ScalarType type = parameter.type;
    if (const auto format = narrow_format(type)) return narrow_text(*format, value);
    if (type == ScalarType::boolean) return value != 0 ? "true" : "false";
    if (type == ScalarType::f32) return text::shortest(static_cast<float>(value));
    return text::shortest(value);
}

void require_layout(const Parameter& parameter, std::size_t size_bytes) {
    const auto refuse = [&](std::string_view reason) {
        throw Error(ErrorCode::invalid_argument, operation("lay out", parameter.name), reason);
    };
    if (parameter.components < 1 || parameter.components > 4)
        refuse(fmt::format("the parameter has {} components, but must have 1 to 4",
                           parameter.components));
    const std::size_t size = parameter.components * size_of(parameter.type);
    if (size > size_bytes || parameter.offset > size_bytes - size) {
        refuse(fmt::format("{} bytes at offset {} do not fit in a struct of {}", size,
                           parameter.offset, text::counted(size_bytes, "byte")));
    }
    for (unsigned i = 0; i < parameter.components; ++i) {
        if (const auto reason = misfit(parameter.type, parameter.initial[i])) refuse(*reason);
        if (const auto reason = wrong_choice(parameter, parameter.initial[i])) refuse(*reason);
    }
}

void put_narrow(NarrowFloat format, std::byte* place, double value) {
    const std::uint16_t bits = to_bits(format, nearest(format, value));
    std::memcpy(place, &bits, sizeof bits);
}

double take_narrow(NarrowFloat format, const std::byte* place) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, place, sizeof bits);
    return from_bits(format, bits);
}

template <class T>
void put(std::byte* place, double value) {
    const T converted = static_cast<T>(value);
    std::memcpy(place, &converted, sizeof(T));
}

template <class T>
double take(const std::byte* place) {
    T value;
    std::memcpy(&value, place, sizeof(T));
    return static_cast<double>(value);
}

/// Converts `value` of parameter `old` to parameter `fresh`. For an enum, returns the value of the
/// choice with the same name. If that choice no longer exists, returns NaN, which every parameter
/// rejects.
double adopted(const Parameter& old, double value, const Parameter& fresh) {
    if (old.choices.empty() || fresh.choices.empty()) return value;
    const std::string name = component_text(old, value);
    const auto same = std::ranges::find(fresh.choices, name, &Parameter::Choice::name);
    return same == fresh.choices.end() ? std::numeric_limits<double>::quiet_NaN() : same->value;
}

}  // namespace

ParameterSet::ParameterSet(std::string struct_name, std::vector<Parameter> parameters,
                           std::size_t size_bytes)
    : struct_name_(std::move(struct_name)),
      parameters_(std::move(parameters)),
      bytes_(size_bytes),
      named_(parameters_.size()) {
    for (const Parameter& parameter : parameters_) require_layout(parameter, size_bytes);
    reset();
}

const Parameter& ParameterSet::named(std::string_view verb, std::string_view name) const {
    const Parameter& parameter = require(parameters_, verb, name);
    const auto index = static_cast<std::size_t>(&parameter - parameters_.data());
    named_[index].raised.store(true, std::memory_order_relaxed);
    return parameter;
}

bool ParameterSet::is_named(std::string_view name) const noexcept {
    const Parameter* const found = find_in(parameters_, name);
    if (!found) return false;
    const auto index = static_cast<std::size_t>(found - parameters_.data());
    return named_[index].raised.load(std::memory_order_relaxed);
}

const Parameter& ParameterSet::find(std::string_view name) const { return named("find", name); }

std::string ParameterSet::full_name(const Parameter& parameter) const {
    return struct_name_ + '.' + parameter.name;
}

bool ParameterSet::is_called(const Parameter& parameter, std::string_view name) const {
    return name == parameter.name || name == full_name(parameter);
}

double ParameterSet::get(std::string_view name, unsigned component) const {
    return get(named("get", name), component);
}

double ParameterSet::get(const Parameter& parameter, unsigned component) const {
    const Parameter& own = require(parameters_, "get", parameter.name);
    require_component(own, "get", component);
    return load(own, component);
}

void ParameterSet::set(std::string_view name, double value, unsigned component) {
    set(named("set", name), value, component);
}

void ParameterSet::set(const Parameter& parameter, double value, unsigned component) {
    const Parameter& own = require(parameters_, "set", parameter.name);
    require_component(own, "set", component);
    require_value(own, value);
    store(own, component, value);
}

void ParameterSet::set_text(std::string_view name, std::string_view text) {
    set_text(named("set", name), text);
}

void ParameterSet::set_text(const Parameter& given, std::string_view text) {
    const Parameter& parameter = require(parameters_, "set", given.name);
    const std::vector<double> values = parse_components(parameter, text);
    // Check all values before storing any, so that a rejected vector leaves the old one unchanged.
    for (const double value : values) require_value(parameter, value);
    for (unsigned i = 0; i < values.size(); ++i) store(parameter, i, values[i]);
}

std::string ParameterSet::text(std::string_view name) const { return text(named("get", name)); }

std::string ParameterSet::text(const Parameter& given) const {
    const Parameter& parameter = require(parameters_, "get", given.name);
    std::string joined;
    for (unsigned i = 0; i < parameter.components; ++i) {
        if (i > 0) joined += ',';
        joined += component_text(parameter, load(parameter, i));
    }
    return joined;
}

void ParameterSet::reset() {
    for (const Parameter& parameter : parameters_)
        for (unsigned i = 0; i < parameter.components; ++i)
            store(parameter, i, parameter.initial[i]);
}

void ParameterSet::adopt_values(const ParameterSet& other) {
    ParameterSet untouched = other;
    untouched.reset();
    for (const Parameter& parameter : parameters_) {
        const Parameter* old = find_in(other.parameters_, parameter.name);
        if (other.is_named(parameter.name)) (void)named("find", parameter.name);
        if (!old || old->type != parameter.type || old->components != parameter.components)
            continue;
        if (other.text(*old) == untouched.text(*old)) continue;
        std::vector<double> values;
        for (unsigned i = 0; i < old->components; ++i)
            values.push_back(adopted(*old, other.load(*old, i), parameter));
        const auto fits = [&](double value) { return !refusal(parameter, value); };
        if (!std::ranges::all_of(values, fits)) continue;
        for (unsigned i = 0; i < values.size(); ++i) store(parameter, i, values[i]);
    }
}

void ParameterSet::store(const Parameter& parameter, unsigned component, double value) {
    std::byte* place = bytes_.data() + parameter.offset + component * size_of(parameter.type);
    if (parameter.type == ScalarType::boolean) return put<bool>(place, value);
    visit_scalar(parameter.type, [&]<class T>() {
        if constexpr (std::is_arithmetic_v<T>)
            put<T>(place, value);
        else
            put_narrow(*narrow_format(parameter.type), place, value);
    });
}

double ParameterSet::load(const Parameter& parameter, unsigned component) const {
    const std::byte* place = bytes_.data() + parameter.offset + component * size_of(parameter.type);
    return visit_scalar(parameter.type, [&]<class T>() {
        if constexpr (std::is_arithmetic_v<T>)
            return take<T>(place);
        else
            return take_narrow(*narrow_format(parameter.type), place);
    });
}

}  // namespace glint
