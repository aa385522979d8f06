// SPDX-License-Identifier: MIT
#include <glint/base/version.hpp>

namespace glint {

std::string_view version() noexcept { return GLINT_VERSION; }

}  // namespace glint
