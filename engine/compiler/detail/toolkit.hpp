// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace glint::compiler {

/// Returns the folders in which a CUDA toolkit may be, most likely first: `$CUDA_PATH`,
/// `$CUDA_HOME`, and the usual folders. Ignores relative paths, so that no library is loaded from
/// the current folder.
std::vector<std::filesystem::path> toolkit_folders();

/// Returns the paths and names to try when opening a library of the toolkit. First come the paths
/// of `file` in the library folders of each toolkit. Then come `file` and `versions` without a
/// folder, which the system's loader searches for.
std::vector<std::string> toolkit_candidates(const std::string& file,
                                            std::initializer_list<const char*> versions);

/// Returns the path of `file`, such as "libcudadevrt.a", in the library folder of a toolkit. Throws
/// Error(unsupported), saying what to install, if no toolkit has the file.
std::filesystem::path toolkit_library(const std::string& file);

/// Returns the path of a toolkit program such as "fatbinary": in an absolute folder of `$PATH`, or
/// in the `bin` folder of a toolkit. Returns nullopt if the program is not found.
std::optional<std::filesystem::path> find_toolkit_program(const std::string& name);
/// Like find_toolkit_program(), but throws Error(unsupported), saying what to install, if the
/// program is not found.
std::filesystem::path toolkit_program(const std::string& name);

}  // namespace glint::compiler
