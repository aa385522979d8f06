// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace glint {

/// Why no file can be made in this folder, or in the one that is made for it: "'/dev/null' is no
/// folder". Nothing if it can be, as far as can be told without touching it.
std::optional<std::string> why_not_writable(const std::filesystem::path& folder);

/// Why a file at this path cannot be written or replaced, as far as can be told without touching
/// it. Nothing if it can be.
std::optional<std::string> why_not_replaceable(const std::filesystem::path& file);

}  // namespace glint
