// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace glint {

/// Where the installed glint lies that a program was linked with; empty in programs of glint's own
/// tree. A project that finds glint compiles package.cpp with its place, so no library holds a
/// path.
struct Package {
    std::string_view data;       ///< the folder share/glint
    std::string_view libraries;  ///< the folder of libglint_cpu.so
};

Package package() noexcept;

}  // namespace glint
