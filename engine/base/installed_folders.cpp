#include <glint/base/installed_folders.hpp>

#include <system_error>

namespace glint {

namespace fs = std::filesystem;

std::vector<fs::path> installed_folders(std::string_view relative, std::string_view of_package) {
    std::vector<fs::path> folders;
    std::error_code hidden;
    const fs::path program = fs::read_symlink("/proc/self/exe", hidden).parent_path();
    // A link may stand for PREFIX/`relative`, as one does in glint's own build folder.
    if (!hidden)
        folders = {program, fs::weakly_canonical(program.parent_path() / relative, hidden)};
    if (!of_package.empty()) folders.emplace_back(of_package);
    return folders;
}

}  // namespace glint
