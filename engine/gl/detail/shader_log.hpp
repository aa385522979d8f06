// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace glint::gl::detail {

/// Returns a GLSL compiler's log with each "0:12(3): error: ..." (Mesa) or "0(12) : error ..."
/// (NVIDIA) rewritten as "NAME:12: error ..." and followed by line 12 of `source`.
std::string annotate_shader_log(std::string_view log, std::string_view name,
                                std::string_view source);

}  // namespace glint::gl::detail
