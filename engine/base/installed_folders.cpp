// SPDX-License-Identifier: MIT
#include <glint/base/installed_folders.hpp>

#include <system_error>

#include <fmt/format.h>

namespace glint {

namespace fs = std::filesystem;

std::vector<fs::path> installed_folders(std::string_view relative, std::string_view of_package) {
    std::vector<fs::path> folders;
    std::error_code hidden;
    const fs::path program = fs::read_symlink("/proc/self/exe", hidden).parent_path();
    // Resolve PREFIX/`relative`, because it is a link if glint was not installed but only built.
    if (!hidden)
        folders = {program, fs::weakly_canonical(program.parent_path() / relative, hidden)};
    if (!of_package.empty()) folders.emplace_back(of_package);
    return folders;
}

std::string hint_for_moved(std::string_view of_package, std::string_view file,
                           std::string_view variable, std::string_view named) {
    std::error_code hidden;
    if (of_package.empty() || fs::exists(fs::path(of_package) / file, hidden)) return "";
    return fmt::format(
        ". glint was in '{}' when this program was built. Configure and build the program again "
        "with the current location of glint, or set ${} to {}",
        of_package, variable, named);
}

}  // namespace glint
