// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/preset.hpp>

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/text/detail/toml_text.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

bool starts_like_a_name(std::string_view text) {
    const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0 || c == '_'; };
    return !text.empty() && is_letter(static_cast<unsigned char>(text.front()));
}

std::optional<std::string> text_of_value(const toml::node& node) {
    if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
    if (const auto* number = node.as_floating_point()) return text::shortest(number->get());
    if (const auto* boolean = node.as_boolean()) return boolean->get() ? "true" : "false";
    if (const auto* choice = node.as_string(); choice && starts_like_a_name(choice->get()))
        return choice->get();
    return std::nullopt;
}

std::optional<std::string> node_text(const toml::node& node) {
    const toml::array* const array = node.as_array();
    if (!array) return text_of_value(node);
    std::vector<std::string> parts;
    for (const toml::node& element : *array)
        if (auto part = text_of_value(element))
            parts.push_back(std::move(*part));
        else
            return std::nullopt;
    return fmt::format("{}", fmt::join(parts, ","));
}

void read_values(const toml::table& table, const std::string& structure, Preset& preset) {
    for (const auto& [key, node] : table) {
        const std::string name(key.str());
        const unsigned line = key.source().begin.line;
        if (const toml::table* inner = node.as_table(); inner && structure.empty()) {
            read_values(*inner, name, preset);
            continue;
        }
        auto text = node_text(node);
        if (!text)
            throw Error(ErrorCode::bad_input, line_place(preset.file, line),
                        fmt::format("'{}' must be a number, true, false, the name of a choice, or "
                                    "an array of these",
                                    name));
        preset.values.push_back({structure, name, std::move(*text), line});
    }
}

const Parameter* parameter_of(const ParameterSet& set, const Preset::Value& value) {
    if (!value.structure.empty() && value.structure != set.struct_name()) return nullptr;
    const auto found = std::ranges::find(set.list(), value.name, &Parameter::name);
    return found == set.list().end() ? nullptr : &*found;
}

std::string unknown(const Preset& preset, const Preset::Value& value,
                    std::span<const ParameterSet> parameters) {
    std::vector<std::string> known;
    for (const ParameterSet& set : parameters)
        for (const Parameter& parameter : set.list()) known.push_back(parameter.name);
    return fmt::format("{}: parameter '{}{}{}' not found{}",
                       line_place(preset.file, value.line).text, value.structure,
                       value.structure.empty() ? "" : ".", value.name,
                       text::known_names(value.name, known));
}

std::string toml_value(const ParameterSet& set, const Parameter& parameter) {
    std::vector<std::string> parts;
    const std::string text = set.text(parameter);
    for (const std::string_view part : text::split(text, ','))
        parts.push_back(parameter.choices.empty() ? std::string(part)
                                                  : fmt::format("\"{}\"", part));
    if (parameter.components == 1) return parts.front();
    return fmt::format("[{}]", fmt::join(parts, ", "));
}

bool is_shared(std::string_view name, std::span<const ParameterSet> parameters) {
    return std::ranges::count_if(parameters, [&](const ParameterSet& set) {
               return std::ranges::find(set.list(), name, &Parameter::name) != set.list().end();
           }) > 1;
}

}  // namespace

Preset read_preset(const fs::path& file) { return parse_preset(read_text(file), file); }

Preset parse_preset(std::string_view text, const fs::path& file) {
    Preset preset{.file = file};
    read_values(parse_toml(text, file), "", preset);
    std::ranges::stable_sort(preset.values, {}, &Preset::Value::line);
    return preset;
}

std::vector<std::string> apply_preset(const Preset& preset, std::span<ParameterSet> parameters) {
    std::vector<std::string> warnings, mistakes;
    InputPlace first;  // location of the first mistake
    const auto set_all = [&](std::span<ParameterSet> sets, const Preset::Value& value) {
        bool is_known = false;
        for (ParameterSet& set : sets)
            if (const Parameter* parameter = parameter_of(set, value)) {
                set.set_text(*parameter, value.text);
                is_known = true;
            }
        return is_known;
    };
    std::vector<ParameterSet> trial(parameters.begin(), parameters.end());
    for (const Preset::Value& value : preset.values) try {
            if (!set_all(trial, value)) warnings.push_back(unknown(preset, value, trial));
        } catch (const Error& error) {
            const std::string mistake = fmt::format("'{}': {}", value.name, error.reason());
            if (mistakes.empty()) first = line_place(preset.file, value.line);
            mistakes.push_back(mistakes.empty()
                                   ? mistake
                                   : line_place(preset.file, value.line).text + ": " + mistake);
        }
    if (!mistakes.empty())
        throw Error(ErrorCode::invalid_argument, first,
                    fmt::format("{}", fmt::join(mistakes, "\n")));
    for (const Preset::Value& value : preset.values) set_all(parameters, value);
    return warnings;
}

std::string preset_text(std::string_view title, std::span<const ParameterSet> parameters) {
    std::string text = fmt::format("# Parameters of {}\n", title);
    std::string tables;
    for (const ParameterSet& set : parameters) {
        bool is_headed = false;
        for (const Parameter& parameter : set.list()) {
            if (!parameter.annotation) continue;
            const std::string line =
                fmt::format("{} = {}\n", parameter.name, toml_value(set, parameter));
            if (!is_shared(parameter.name, parameters)) {
                text += line;
                continue;
            }
            if (!is_headed) tables += fmt::format("\n[{}]\n", set.struct_name());
            is_headed = true;
            tables += line;
        }
    }
    return text + tables;
}

}  // namespace glint::studio
