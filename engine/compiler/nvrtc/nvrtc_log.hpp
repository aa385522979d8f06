// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include <glint/backend/source/compile_error.hpp>

namespace glint::compiler::nvrtc {

/// Parses the diagnostics in NVRTC's log. Drops other text, unless there is nothing else: then it
/// becomes one error without a location. Errors at the end of the source have no file, because the
/// log does not name it.
std::vector<Diagnostic> parse_log(std::string_view log);

}  // namespace glint::compiler::nvrtc
