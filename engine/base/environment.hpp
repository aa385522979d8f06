#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace glint {

/// An environment variable's value; nothing also when it is empty.
std::optional<std::string> environment(const char* name);

/// The same for a folder, of which a relative path says nothing: it would be another one wherever
/// the program is started, and programs and libraries are loaded from there.
std::optional<std::filesystem::path> absolute_path_in_environment(const char* name);

}  // namespace glint
