// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace glint {

/// Returns the name of the file that a temporary file was to replace: "run.json" for
/// "run.json.1234-0.tmp", where 1234 is the writer's process ID. Returns nullopt for other names.
std::optional<std::string> target_of_temporary(const std::filesystem::path& name);

/// Removes the temporary files in `folder` whose writers have ended, if `is_ours` returns true for
/// target_of_temporary(). Does not remove other files, links or folders.
void remove_leftovers(const std::filesystem::path& folder,
                      const std::function<bool(const std::string&)>& is_ours);
[[deprecated("use remove_leftovers")]] inline void remove_left_overs(
    const std::filesystem::path& folder, const std::function<bool(const std::string&)>& is_ours) {
    remove_leftovers(folder, is_ours);
}

}  // namespace glint
