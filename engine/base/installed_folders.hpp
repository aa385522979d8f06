#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace glint {

/// Where to look for files that are installed with glint, first places first: the running program's
/// own folder; PREFIX/`relative`, if that folder is PREFIX/bin; and `of_package`, unless that is
/// empty. The first two are left out where the system does not tell which program runs.
std::vector<std::filesystem::path> installed_folders(std::string_view relative,
                                                     std::string_view of_package);

}  // namespace glint
