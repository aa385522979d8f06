// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace glint {

/// Returns an environment variable's value, or nullopt if it is unset or empty.
std::optional<std::string> environment(const char* name);

/// Parses an environment variable as a number from 0 to `most`. Returns nullopt if it is unset or
/// empty. Throws Error(invalid_argument) with the operation "read NAME" for any other text.
std::optional<double> environment_number(const char* name, double most);
/// Like environment_number(), for a whole number in decimal digits.
std::optional<std::uint64_t> environment_whole(const char* name, std::uint64_t most);

/// Returns the path in an environment variable if the path is absolute, and nullopt otherwise.
/// Programs and libraries are loaded from the result, so a path that depends on the current folder
/// would be unsafe.
std::optional<std::filesystem::path> absolute_path_in_environment(const char* name);

}  // namespace glint
