#pragma once

#include <filesystem>

#include <apps/catalog.hpp>
#include <apps/glint/commands.hpp>

namespace glint::apps {

/// What was asked of a run that was kept, with paths that hold in any folder.
RunRequest request_of(const studio::RunRecord& record);

/// The path in an input's text, "waves.npy" in "level=waves.npy" and in "waves.npy".
std::filesystem::path path_in(const std::string& input);
/// The text with another path.
std::string with_path(const std::string& input, const std::filesystem::path& path);

/// Where the simulation's file is, and its text.
Entry entry_of(const RunRequest& request);
std::string text_of(const RunRequest& request, const Entry& entry);
/// The simulation that such a request asks for, at step 0.
std::unique_ptr<studio::Simulation> simulation_of(const RunRequest& request, const Device& device);

}  // namespace glint::apps
