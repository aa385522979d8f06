// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace glint {

/// Returns the absolute path, as std::filesystem::absolute() does. Throws Error(invalid_argument)
/// for an empty path, and Error(io) if the current folder no longer exists.
std::filesystem::path absolute_path(const std::filesystem::path& path);

/// Returns true if both paths refer to the same file or folder. The file or folder need not exist.
bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace glint
