// SPDX-License-Identifier: MIT
// Each project that links to glint compiles this file, with the location of the glint it found.
#include <glint/base/package.hpp>

namespace glint {

Package package() noexcept { return {GLINT_PACKAGE_DATA, GLINT_PACKAGE_LIBRARIES}; }

}  // namespace glint
