// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace glint {

/// The path from the root, as std::filesystem::absolute() makes it. Throws Error(invalid_argument)
/// for an empty path, and Error(io) if the current folder is gone.
std::filesystem::path absolute_path(const std::filesystem::path& path);

/// Returns true for two paths of one file or folder, whether or not it is there.
bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace glint
