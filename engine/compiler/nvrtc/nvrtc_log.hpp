// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include <glint/backend/source/compile_error.hpp>

namespace glint::compiler::nvrtc {

/// Parses the diagnostics in NVRTC's log. Other text is dropped. If the log has no diagnostics, its
/// text becomes one error without a location. Errors at the end of the source have no file, because
/// the log does not name it.
std::vector<Diagnostic> parse_log(std::string_view log);

}  // namespace glint::compiler::nvrtc
