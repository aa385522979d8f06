// SPDX-License-Identifier: MIT
// Compiled by each project that links to glint, with the location of the glint that it found.
#include <glint/base/package.hpp>

namespace glint {

Package package() noexcept { return {GLINT_PACKAGE_DATA, GLINT_PACKAGE_LIBRARIES}; }

}  // namespace glint
