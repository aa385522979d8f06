// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <apps/glint/commands.hpp>

namespace glint::apps {

/// A file of a command, as messages call it.
struct NamedFile {
    std::string name;  ///< "--picture", "an input"
    std::filesystem::path path;
};

/// The files that an input or a viewed file consists of: the images of a folder, or a header and
/// its data, or itself. Only itself if it cannot be read.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& file);

/// Throws WrongOption, before anything is written, if a file that a command writes is also one that
/// it reads, or has the name of a record of runs and sweeps, such as run.json.
void require_free_outputs(std::span<const NamedFile> outputs, std::span<const NamedFile> read);

/// Checks the files that the flags of a run name.
void require_free_outputs(const RunRequest& request);

/// Throws WrongOption for an output with the name of an image or of a saved field of the run, and
/// for an input that the run would remove, as it replaces an earlier one in its folder.
void require_own_names(const RunRequest& request, const studio::Declaration& declaration);

}  // namespace glint::apps
