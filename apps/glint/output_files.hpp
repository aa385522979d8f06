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
    std::string name;  ///< such as "--picture" or "an input"
    std::filesystem::path path;
};

/// Returns the files that make up an input or a viewed file: the images of a folder, a volume
/// header and its data, or the file itself. The files need not be readable.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& file);

/// Throws WrongOption, before anything is written, if an output of the command is also an input, or
/// if its name is reserved for files of glint's runs and sweeps, such as run.json.
void require_free_outputs(std::span<const NamedFile> outputs, std::span<const NamedFile> read);

/// Checks the files that the flags of a run name, as the function above does.
void require_free_outputs(const RunSpec& spec);

/// Throws WrongOption in two cases: an output has the name of an image or saved field of the run;
/// or the run replaces an earlier run in its folder, and would thereby delete one of its inputs.
void require_own_names(const RunSpec& spec, const studio::Declaration& declaration);

}  // namespace glint::apps
