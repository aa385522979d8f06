// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace glint::compiler {

/// Returns possible locations of a CUDA toolkit, most likely first: `$CUDA_PATH`, `$CUDA_HOME`, and
/// the usual folders. Relative paths are ignored, so that nothing is loaded from the current
/// folder.
std::vector<std::filesystem::path> toolkit_folders();

/// Returns paths and names for opening a toolkit library: `file` in the library folders of each
/// toolkit, then `file` and `versions` in the system's search path.
std::vector<std::string> toolkit_candidates(const std::string& file,
                                            std::initializer_list<const char*> versions);

/// Returns the path of `file`, such as "libcudadevrt.a", in a toolkit's library folder. Throws
/// Error(unsupported), saying what to install, if it is not found.
std::filesystem::path toolkit_library(const std::string& file);

/// Finds a toolkit program such as "fatbinary": in the absolute folders of `$PATH`, or in a
/// toolkit's `bin` folder.
std::optional<std::filesystem::path> find_toolkit_program(const std::string& name);
/// Like find_toolkit_program(), but throws Error(unsupported), saying what to install, if the
/// program is not found.
std::filesystem::path toolkit_program(const std::string& name);

}  // namespace glint::compiler
