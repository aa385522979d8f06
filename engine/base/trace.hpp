// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string_view>

namespace glint {

/// Returns true if `$GLINT_TRACE` requests a log line for each CUDA driver call and each operation
/// of the CPU backend.
bool trace_is_wanted();

/// Writes "glint: trace [THREAD]: CALL = RESULT, TIME us" to stderr in a single write.
void write_trace(std::string_view call, std::string_view result,
                 std::chrono::duration<double, std::micro> time);

}  // namespace glint
