// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/base/parameters.hpp>

namespace glint::studio {

/// Values of parameters in a TOML file: `speed = 0.5`, `tint = [1, 0.5, 0]`, `wet = true`. Values
/// below `[Params]` are for that parameter struct; others are for each struct with such a
/// parameter.
struct Preset {
    struct Value {
        std::string structure;  ///< empty: every struct that has it
        std::string name;
        std::string text;  ///< in the format of ParameterSet::set_text
        unsigned line = 0;
    };
    std::filesystem::path file;
    std::vector<Value> values{};
};

/// Throws Error(not_found), and Error(bad_input), "FILE:LINE: message", for invalid TOML and for
/// values other than numbers, booleans, and arrays of these.
Preset read_preset(const std::filesystem::path& file);
/// Parses a text, which messages call `file`.
Preset parse_preset(std::string_view text, const std::filesystem::path& file);

/// Sets the parameters to the preset's values. Returns a line "FILE:LINE: message" for each value
/// without a parameter, with the nearest names. Throws Error(invalid_argument) with such a line for
/// each value that its parameter cannot take, and then changes nothing.
std::vector<std::string> apply_preset(const Preset& preset, std::span<ParameterSet> parameters);

/// Returns the annotated parameters as TOML below a comment with `title`, in order. Parameters
/// whose names several structs have are below their struct's name.
std::string preset_text(std::string_view title, std::span<const ParameterSet> parameters);

}  // namespace glint::studio
