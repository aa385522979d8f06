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
/// below `[Params]` are for the parameter struct `Params`. All other values apply to each struct
/// that has a parameter with this name.
struct Preset {
    struct Value {
        std::string structure;  ///< empty: every struct with this parameter
        std::string name;
        std::string text;  ///< in the format of ParameterSet::set_text
        unsigned line = 0;
    };
    std::filesystem::path file;
    std::vector<Value> values{};
};

/// Reads a preset. Throws Error(not_found) if the file does not exist. For invalid TOML, and for
/// values other than numbers, booleans, names of choices (strings), and arrays of these, throws
/// Error(bad_input) with "FILE:LINE: message".
Preset read_preset(const std::filesystem::path& file);
/// Parses the text of a preset. Error messages refer to the text as `file`.
Preset parse_preset(std::string_view text, const std::filesystem::path& file);

/// Sets the parameters to the preset's values. Returns a line "FILE:LINE: message" for each value
/// without a matching parameter, with the nearest names. If parameters do not accept their values,
/// throws Error(invalid_argument) with a line for each of these values, and changes nothing.
std::vector<std::string> apply_preset(const Preset& preset, std::span<ParameterSet> parameters);

/// Returns the annotated parameters as TOML, in order, after a comment with `title`. If several
/// structs have a parameter with the same name, its values are in tables with the names of the
/// structs.
std::string preset_text(std::string_view title, std::span<const ParameterSet> parameters);

}  // namespace glint::studio
