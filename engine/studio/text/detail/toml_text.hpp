// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include <toml++/toml.h>

#include <glint/base/error.hpp>

namespace glint::studio {

/// Returns the location of a mistake in a text file, "FILE:LINE".
InputPlace line_place(const std::filesystem::path& file, std::size_t line);

/// Parses TOML. Throws Error(bad_input), "FILE:LINE: REASON", instead of an exception of the TOML
/// library.
toml::table parse_toml(std::string_view text, const std::filesystem::path& file);

}  // namespace glint::studio
