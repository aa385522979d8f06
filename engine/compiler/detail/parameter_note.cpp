// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/parameter_note.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/base/unit.hpp>
#include <glint/compiler/detail/parameter_source.hpp>

namespace glint::compiler {
namespace {

[[noreturn]] void refuse_note(std::string reason) { throw ParameterNoteError{std::move(reason)}; }

[[noreturn]] void refuse_form(std::string_view note) {
    refuse_note(
        fmt::format("expected `//@ MIN..MAX [log] [UNIT] \"LABEL\"`, found `//@ {}`", note));
}

/// Removes the first word from `text` and returns the word.
std::string_view take_word(std::string_view& text) {
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    text = text::trim(text.substr(word.size()));
    return word;
}

bool starts_number(char c) { return c >= '0' && c <= '9'; }

double range_end(std::string_view literal) {
    const bool is_negative = literal.starts_with('-');
    const std::string_view number = literal.substr(is_negative || literal.starts_with('+') ? 1 : 0);
    const bool is_number =
        !number.empty() && (number.front() == '.' || starts_number(number.front()));
    const auto value = is_number ? literal_value(number) : std::nullopt;
    if (!value) refuse_note(fmt::format("the range limit `{}` is not a plain number", literal));
    return is_negative ? -*value : *value;
}

/// Removes `MIN..MAX` from the start of `text`. Returns false if `text` does not start with a
/// range.
bool take_range(std::string_view& text, Parameter::Annotation& annotation) {
    std::string_view rest = text;
    const std::string_view word = take_word(rest);
    const std::size_t dots = word.find("..");
    if (dots == word.npos) return false;
    if (word.find("...") != word.npos)
        refuse_note(
            fmt::format("the range `{}` has three dots. Write two dots, as in `0..5`", word));
    annotation.minimum = range_end(word.substr(0, dots));
    annotation.maximum = range_end(word.substr(dots + 2));
    text = rest;
    return true;
}

bool take_log(std::string_view& text) {
    std::string_view rest = text;
    if (take_word(rest) != "log") return false;
    text = rest;
    return true;
}

/// Rejects a range if the parameter's type cannot represent the limit `end`, such as 0.5 for an
/// int.
void check_end(const Parameter& parameter, const Parameter::Annotation& annotation, double end) {
    Parameter single;
    single.name = parameter.name;
    single.type = parameter.type;
    single.initial[0] = end;
    try {
        const ParameterSet set("", {single}, size_of(single.type));
    } catch (const Error& error) {
        refuse_note(fmt::format("the range {}..{} does not fit the type: {}", annotation.minimum,
                                annotation.maximum, error.reason()));
    }
}

void check_range(const Parameter& parameter, const Parameter::Annotation& annotation) {
    if (!(annotation.minimum < annotation.maximum))
        refuse_note(fmt::format("the range {}..{} is empty. Write the lower limit first",
                                annotation.minimum, annotation.maximum));
    check_end(parameter, annotation, annotation.minimum);
    check_end(parameter, annotation, annotation.maximum);
    if (annotation.logarithmic && annotation.minimum <= 0)
        refuse_note("the range of a log scale must start above 0");
    for (unsigned i = 0; i < parameter.components; ++i)
        if (parameter.initial[i] < annotation.minimum || parameter.initial[i] > annotation.maximum)
            refuse_note(fmt::format("the initial value {} is outside {}..{}", parameter.initial[i],
                                    annotation.minimum, annotation.maximum));
}

/// Sets the range of an enum to its smallest and its largest value.
void set_range_of_choices(const Parameter& parameter, Parameter::Annotation& annotation) {
    const auto [least, greatest] =
        std::ranges::minmax(parameter.choices, {}, &Parameter::Choice::value);
    annotation.minimum = least.value;
    annotation.maximum = greatest.value;
}

}  // namespace

Parameter::Annotation read_parameter_note(const Parameter& parameter, std::string_view note) {
    const std::size_t open = note.find('"');
    const std::size_t close = open == note.npos ? open : note.find('"', open + 1);
    if (close == note.npos || close == open + 1) refuse_form(note);
    Parameter::Annotation annotation;
    annotation.label = note.substr(open + 1, close - open - 1);
    const std::string_view after = text::trim(note.substr(close + 1));
    if (!after.empty() && after.front() != ':') refuse_form(note);
    if (!after.empty()) annotation.help = text::trim(after.substr(1));

    std::string_view before = text::trim(note.substr(0, open));
    const bool has_range = take_range(before, annotation);
    annotation.logarithmic = take_log(before);
    const std::array<std::string, 1> keywords{"log"};
    if (const auto mistake = unit_mistake(before, keywords)) refuse_note(*mistake);
    annotation.unit = before;
    if (parameter.choices.empty()) {
        if (!has_range && parameter.type != ScalarType::boolean)
            refuse_note(
                fmt::format("`{}` needs a range, as in `//@ MIN..MAX \"LABEL\"`", parameter.name));
        check_range(parameter, annotation);
        return annotation;
    }
    if (has_range || annotation.logarithmic)
        refuse_note(fmt::format("`{}` is an enum, which has no range. Write `//@ \"LABEL\"`",
                                parameter.name));
    set_range_of_choices(parameter, annotation);
    return annotation;
}

}  // namespace glint::compiler
