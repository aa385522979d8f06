// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <apps/catalog.hpp>
#include <apps/glint/commands.hpp>

namespace glint::apps {

/// Returns the request that started a recorded run, with paths that are valid from any folder.
RunRequest request_of(const studio::RunRecord& record);
/// Returns the part of that request that applies when a run resumes from a checkpoint in `folder`:
/// the settings that define the run and its views, and output files only if they are in `folder`.
/// Warns of other output files: a checkpoint's author must not choose files elsewhere to overwrite.
RunRequest resumed_request(const studio::RunRecord& record, const std::filesystem::path& folder);

/// Returns the path in an input's text: "waves.npy" for "level=waves.npy" and for "waves.npy".
std::filesystem::path path_in(const std::string& input);
/// Returns the text with its path replaced.
std::string with_path(const std::string& input, const std::filesystem::path& path);

/// Returns the request's catalog entry, and the text of the simulation's file.
Entry entry_of(const RunRequest& request);
std::string text_of(const RunRequest& request, const Entry& entry);
/// Makes the requested simulation, at step 0.
std::unique_ptr<studio::Simulation> simulation_of(const RunRequest& request, const Device& device);

}  // namespace glint::apps
