// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/base/parameters.hpp>

namespace glint::studio {

/// Values of parameters, as a TOML file has them: `speed = 0.5`, `tint = [1, 0.5, 0]`, `wet =
/// true`; below `[Params]` those of one parameter struct, else of each that has such a parameter.
struct Preset {
    struct Value {
        std::string structure;  ///< empty: of each struct that has it
        std::string name;
        std::string text;  ///< as ParameterSet::set_text takes it
        unsigned line = 0;
    };
    std::filesystem::path file;
    std::vector<Value> values{};
};

/// Throws Error(not_found), and Error(bad_input), "FILE:LINE: message", for what is no TOML and for
/// values that are neither numbers nor booleans nor arrays of these.
Preset read_preset(const std::filesystem::path& file);
/// The same of a text, which messages call `file`.
Preset parse_preset(std::string_view text, const std::filesystem::path& file);

/// Gives the parameters the preset's values. Gives a line "FILE:LINE: message" for each that there
/// is no parameter for, with the nearest names. Throws Error(invalid_argument) with such a line for
/// each value that its parameter cannot take, and then changes none.
std::vector<std::string> apply_preset(const Preset& preset, std::span<ParameterSet> parameters);

/// The annotated parameters as TOML below a comment with `title`, in their order; those whose names
/// several structs have below their struct's name.
std::string preset_text(std::string_view title, std::span<const ParameterSet> parameters);

}  // namespace glint::studio
