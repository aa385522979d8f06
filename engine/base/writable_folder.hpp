#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace glint {

/// Why no file can be made in this folder, or in the one that is made for it: "'/dev/null' is no
/// folder". Nothing if it can be, as far as can be told without touching it.
std::optional<std::string> why_not_writable(const std::filesystem::path& folder);

}  // namespace glint
