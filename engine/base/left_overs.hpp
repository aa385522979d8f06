// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace glint {

/// The file name for which a writer made a temporary file with this name: "run.json" of
/// "run.json.1234-0.tmp", where 1234 is the writer's process. Nothing for other names.
std::optional<std::string> target_of_temporary(const std::filesystem::path& name);

/// Removes the temporary files in `folder` whose writers are gone and whose targets `is_ours`
/// accepts by name. Other files, links and folders stay, whatever their names.
void remove_left_overs(const std::filesystem::path& folder,
                       const std::function<bool(const std::string&)>& is_ours);

}  // namespace glint
