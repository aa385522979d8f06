// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace glint {

/// Returns why no file can be created in this folder, or in the folder that would be created in its
/// place: "'/dev/null' is not a folder". Returns nullopt if a file can be created, as far as can be
/// checked without touching the folder.
std::optional<std::string> reason_not_writable(const std::filesystem::path& folder);
[[deprecated("use reason_not_writable")]] inline std::optional<std::string> why_not_writable(
    const std::filesystem::path& folder) {
    return reason_not_writable(folder);
}

/// Returns why a file at this path cannot be written or replaced. Returns nullopt if it can be, as
/// far as can be checked without touching the file.
std::optional<std::string> reason_not_replaceable(const std::filesystem::path& file);
[[deprecated("use reason_not_replaceable")]] inline std::optional<std::string> why_not_replaceable(
    const std::filesystem::path& file) {
    return reason_not_replaceable(file);
}

}  // namespace glint
