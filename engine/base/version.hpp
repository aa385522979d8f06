// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace glint {

/// Returns glint's version, such as "0.1.0".
std::string_view version() noexcept;

}  // namespace glint
