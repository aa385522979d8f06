// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// Where to look for files that are installed with glint, first places first: the running program's
/// own folder; PREFIX/`relative`, if that folder is PREFIX/bin; and `of_package`, unless that is
/// empty. The first two are left out where the system does not tell which program runs.
std::vector<std::filesystem::path> installed_folders(std::string_view relative,
                                                     std::string_view of_package);

/// What to do where the program was linked with a glint that lay in `of_package`, and does so no
/// longer: the end of a message, with what `$variable` is to name. Empty if that folder holds
/// `file`, or there was no such package.
std::string cure_of_moved(std::string_view of_package, std::string_view file,
                          std::string_view variable, std::string_view named);

}  // namespace glint
