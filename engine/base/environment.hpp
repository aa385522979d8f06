// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace glint {

/// An environment variable's value; nothing also when it is empty.
std::optional<std::string> environment(const char* name);

/// The number in an environment variable, which has to be from 0 to `most`; nothing when it is not
/// set or empty. Throws Error(invalid_argument), "read NAME", for any other text.
std::optional<double> environment_number(const char* name, double most);
/// The same for a whole number in decimal digits.
std::optional<std::uint64_t> environment_whole(const char* name, std::uint64_t most);

/// The absolute path in an environment variable. Nothing for a relative path: it would be another
/// one wherever the program is started, and programs and libraries are loaded from there.
std::optional<std::filesystem::path> absolute_path_in_environment(const char* name);

}  // namespace glint
