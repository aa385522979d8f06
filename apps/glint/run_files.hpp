// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <apps/glint/commands.hpp>
#include <glint/studio/declaration/declaration.hpp>

namespace glint::apps {

/// A file that determines the results of a run, other than the simulation's source file.
struct RunFile {
    std::string name;  ///< used in messages: "the content of waves.npy"
    std::filesystem::path path;
    std::string hash;  ///< result of file_hash()
};

/// Returns the files that a run reads, except `file`, whose content is `text`: the headers that
/// `text` includes, the files of the run's inputs (see files_of()), and the run's preset. Throws
/// Error(io) if a file cannot be read.
std::vector<RunFile> files_of_run(const RunSpec& spec, const std::filesystem::path& file,
                                  const std::string& text);

/// Returns the hash of a file's content. Reads the file in chunks. Throws Error(io).
std::string file_hash(const std::filesystem::path& file);

/// Returns the hash of everything that a run reads: content_hash() of `text` if `files` is empty,
/// and otherwise a hash of the text and all files.
std::string hash_of_run(const std::string& text, const std::vector<RunFile>& files);

}  // namespace glint::apps
