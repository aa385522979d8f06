// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <apps/catalog.hpp>
#include <apps/glint/commands.hpp>

namespace glint::apps {

/// The request that started a recorded run, with paths that hold in any folder.
RunRequest request_of(const studio::RunRecord& record);
/// The part of it that a run continues with from a checkpoint in `folder`: what makes the run and
/// how it is shown, and of the files that it writes those in `folder`. Warns of the others: whoever
/// wrote the checkpoint does not decide which files elsewhere are overwritten.
RunRequest resumed_request(const studio::RunRecord& record, const std::filesystem::path& folder);

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
