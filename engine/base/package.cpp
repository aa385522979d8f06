// SPDX-License-Identifier: MIT
// Each project that links to glint compiles this file, with the paths of the glint that it found.
#include <glint/base/package.hpp>

namespace glint {

Package package() noexcept { return {GLINT_PACKAGE_DATA, GLINT_PACKAGE_LIBRARIES}; }

}  // namespace glint
