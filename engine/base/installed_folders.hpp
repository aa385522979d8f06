// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// Returns the folders to search for files installed with glint, in order: the running program's
/// own folder; PREFIX/`relative`, if that folder is PREFIX/bin; and `of_package`, unless it is
/// empty. The first two are omitted if the system does not report the running program's path.
std::vector<std::filesystem::path> installed_folders(std::string_view relative,
                                                     std::string_view of_package);

/// Returns a hint for the end of an error message when the glint installation that the program was
/// linked with has moved away from `of_package`. The hint says to set `$variable` to `named`.
/// Returns an empty text if that folder holds `file`, or if there was no such package.
std::string cure_of_moved(std::string_view of_package, std::string_view file,
                          std::string_view variable, std::string_view named);

}  // namespace glint
