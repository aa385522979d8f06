// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace glint {

/// Location of the installed glint that a program was linked with. Both paths are empty in programs
/// that are built in glint's own source tree. Each project that uses an installed glint compiles
/// package.cpp with this location, so that glint's libraries contain no path.
struct Package {
    std::string_view data;       ///< the folder share/glint
    std::string_view libraries;  ///< the folder of libglint_cpu.so
};

Package package() noexcept;

}  // namespace glint
