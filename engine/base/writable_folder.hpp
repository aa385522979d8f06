// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace glint {

/// Checks whether a file can be created in this folder, as far as possible without changing the
/// folder. Returns the reason if not, such as "'/dev/null' is not a folder", else nullopt. If the
/// folder does not exist, checks whether the folder can be created.
std::optional<std::string> reason_not_writable(const std::filesystem::path& folder);
[[deprecated("use reason_not_writable")]] inline std::optional<std::string> why_not_writable(
    const std::filesystem::path& folder) {
    return reason_not_writable(folder);
}

/// Checks whether a file at this path can be written or replaced, as far as possible without
/// changing the file. Returns the reason if not, else nullopt.
std::optional<std::string> reason_not_replaceable(const std::filesystem::path& file);
[[deprecated("use reason_not_replaceable")]] inline std::optional<std::string> why_not_replaceable(
    const std::filesystem::path& file) {
    return reason_not_replaceable(file);
}

}  // namespace glint
