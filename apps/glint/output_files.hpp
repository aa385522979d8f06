// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <apps/glint/commands.hpp>

namespace glint::apps {

/// A file that a command reads or writes, and the name that messages use for it.
struct NamedFile {
    std::string name;  ///< "--picture", "an input"
    std::filesystem::path path;
};

/// Returns the files of an input or a viewed file: the images in a folder, a header and its data,
/// or the file itself. Includes files that cannot be read.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& file);

/// Throws WrongOption, before anything is written, if a command would write a file that it also
/// reads, or a file with a reserved name of runs and sweeps, such as run.json.
void require_free_outputs(std::span<const NamedFile> outputs, std::span<const NamedFile> read);

/// Checks the files that a run's flags name.
void require_free_outputs(const RunSpec& spec);

/// Throws WrongOption if an output has the name of one of the run's images or saved fields, or if
/// the run, which replaces an earlier run in its folder, would delete one of its inputs.
void require_own_names(const RunSpec& spec, const studio::Declaration& declaration);

}  // namespace glint::apps
