#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace glint {

/// An environment variable's value; nothing also when it is empty.
std::optional<std::string> environment(const char* name);

/// The absolute path in an environment variable. Nothing for a relative path: it would be another
/// one wherever the program is started, and programs and libraries are loaded from there.
std::optional<std::filesystem::path> absolute_path_in_environment(const char* name);

}  // namespace glint
