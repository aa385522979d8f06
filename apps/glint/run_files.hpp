// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <apps/glint/commands.hpp>
#include <glint/studio/declaration/declaration.hpp>

namespace glint::apps {

/// A file, other than the simulation's own, that determines a run's results.
struct RunFile {
    std::string name;  ///< its name in messages: "the content of waves.npy"
    std::filesystem::path path;
    std::string hash;  ///< see file_hash()
};

/// Returns the files that a run reads: the headers that `text`, the content of `file`, includes;
/// the files of its inputs (see files_of()); and its preset. Throws Error(io) if one cannot be
/// read.
std::vector<RunFile> files_of_run(const RunSpec& spec, const std::filesystem::path& file,
                                  const std::string& text);

/// Returns the hash of a file's content, which is read in chunks. Throws Error(io).
std::string file_hash(const std::filesystem::path& file);

/// Returns content_hash() of the simulation's text if the run reads no other files; otherwise, a
/// hash of all files that it reads.
std::string hash_of_run(const std::string& text, const std::vector<RunFile>& files);

}  // namespace glint::apps
