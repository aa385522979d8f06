// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include <glint/backend/source/compile_error.hpp>

namespace glint::compiler::nvrtc {

/// Returns the diagnostics in NVRTC's log, without the text between them. If the log does not
/// contain diagnostics, returns its text as one error without a location. An error at the end of
/// the source gets an empty file name, because the log does not name the file.
std::vector<Diagnostic> parse_log(std::string_view log);

}  // namespace glint::compiler::nvrtc
