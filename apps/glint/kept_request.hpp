#pragma once

#include <filesystem>

#include <apps/glint/commands.hpp>

namespace glint::apps {

/// What was asked of a run that was kept, with paths that hold in any folder.
RunRequest request_of(const studio::RunRecord& record);

/// The path in an input's text, "waves.npy" in "level=waves.npy" and in "waves.npy".
std::filesystem::path path_in(const std::string& input);
/// The text with another path.
std::string with_path(const std::string& input, const std::filesystem::path& path);

/// The simulation that such a request asks for, at step 0. `text` stands for its file's, if given.
std::unique_ptr<studio::Simulation> simulation_of(const RunRequest& request, const Device& device,
                                                  std::optional<std::string> text = std::nullopt);

}  // namespace glint::apps
