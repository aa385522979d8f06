// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace glint {

/// Returns the reason why no file can be created in this folder, such as "'/dev/null' is not a
/// folder". If the folder does not exist, checks whether it can be created. Returns nullopt if a
/// file can be created, as far as can be checked without changing the folder.
std::optional<std::string> reason_not_writable(const std::filesystem::path& folder);
[[deprecated("use reason_not_writable")]] inline std::optional<std::string> why_not_writable(
    const std::filesystem::path& folder) {
    return reason_not_writable(folder);
}

/// Returns the reason why a file at this path cannot be written or replaced. Returns nullopt if it
/// can, as far as can be checked without changing the file.
std::optional<std::string> reason_not_replaceable(const std::filesystem::path& file);
[[deprecated("use reason_not_replaceable")]] inline std::optional<std::string> why_not_replaceable(
    const std::filesystem::path& file) {
    return reason_not_replaceable(file);
}

}  // namespace glint
