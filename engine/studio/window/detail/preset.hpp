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
/// below `[Params]` are for that parameter struct. Other values apply to each struct that has such
/// a parameter.
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
/// without a matching parameter, with the nearest names. If a parameter cannot have its value,
/// throws Error(invalid_argument) with such a line for each such value, and changes nothing.
std::vector<std::string> apply_preset(const Preset& preset, std::span<ParameterSet> parameters);

/// Returns the annotated parameters as TOML, in order, below a comment with `title`. Parameters
/// with the same name in several structs are below the name of their struct.
std::string preset_text(std::string_view title, std::span<const ParameterSet> parameters);

}  // namespace glint::studio
