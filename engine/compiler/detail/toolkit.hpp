// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace glint::compiler {

/// Where a CUDA toolkit may be, likeliest first: `$CUDA_PATH`, `$CUDA_HOME`, the usual places. What
/// is not a whole path does not count, so that nothing is loaded from the current folder.
std::vector<std::filesystem::path> toolkit_folders();

/// Paths and names under which a library of the toolkit may be opened: `file` in the library
/// folders of each toolkit, then `file` and `versions` wherever the system finds them.
std::vector<std::string> toolkit_candidates(const std::string& file,
                                            std::initializer_list<const char*> versions);

/// `file`, as in "libcudadevrt.a", in a toolkit's library folder.
/// Throws Error(unsupported), saying what to install, if it is in none.
std::filesystem::path toolkit_library(const std::string& file);

/// A program of the toolkit, as "fatbinary": in `$PATH`, where only whole paths count, or in the
/// folder `bin` of a toolkit.
std::optional<std::filesystem::path> find_toolkit_program(const std::string& name);
/// Throws Error(unsupported), saying what to install, if it is in none of them.
std::filesystem::path toolkit_program(const std::string& name);

}  // namespace glint::compiler
