// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace glint::gl::detail {

/// Rewrites a GLSL compiler's log. For example, "0:12(3): error: ..." (Mesa) and "0(12) : error
/// ..." (NVIDIA) become "NAME:12: error ...", followed by line 12 of `source`. Returns the new log.
std::string annotate_shader_log(std::string_view log, std::string_view name,
                                std::string_view source);

}  // namespace glint::gl::detail
