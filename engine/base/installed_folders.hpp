// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// Returns the folders to search for files installed with glint, in this order: the folder of the
/// running program; `relative` in the parent of that folder; and `of_package`, unless it is empty.
/// The first two are omitted if the system does not report the running program's path.
std::vector<std::filesystem::path> installed_folders(std::string_view relative,
                                                     std::string_view of_package);

/// Checks whether the glint installation that the program was linked with is still in the folder
/// `of_package`. If `file` is missing there, returns a hint for the end of an error message, which
/// says to set `$variable` to `named`. Returns an empty text if the file exists or `of_package` is
/// empty.
std::string hint_for_moved(std::string_view of_package, std::string_view file,
                           std::string_view variable, std::string_view named);
[[deprecated("use hint_for_moved")]] inline std::string cure_of_moved(std::string_view of_package,
                                                                      std::string_view file,
                                                                      std::string_view variable,
                                                                      std::string_view named) {
    return hint_for_moved(of_package, file, variable, named);
}

}  // namespace glint
