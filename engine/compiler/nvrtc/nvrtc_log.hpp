// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include <glint/backend/source/compile_error.hpp>

namespace glint::compiler::nvrtc {

/// The diagnostics in NVRTC's log. Text that is none of them is dropped, unless there is nothing
/// else: then it becomes one error without a place. What NVRTC finds wrong at the end of the
/// source has no file: the log does not say which.
std::vector<Diagnostic> parse_log(std::string_view log);

}  // namespace glint::compiler::nvrtc
