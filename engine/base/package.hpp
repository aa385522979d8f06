#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace glint {

/// Where the installed glint lies that a program was linked with; empty in programs of glint's own
/// tree. A project that finds glint compiles package.cpp with its place, so no library holds a
/// path.
struct Package {
    std::string_view data;       ///< the folder share/glint
    std::string_view libraries;  ///< the folder of libglint_cpu.so
};

Package package() noexcept;

/// Folders for what is installed beside the running program, if its own folder is PREFIX/bin: that
/// folder itself, and PREFIX/`relative`. Empty where the system does not tell which program runs.
std::vector<std::filesystem::path> folders_of_program(std::string_view relative);

}  // namespace glint
