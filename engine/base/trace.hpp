// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string_view>

namespace glint {

/// Whether `$GLINT_TRACE` asks for a line about each call of the CUDA driver and each piece of work
/// on the CPU.
bool trace_is_wanted();

/// Writes "glint: trace [THREAD]: CALL = RESULT, TIME us" to stderr, in one piece.
void write_trace(std::string_view call, std::string_view result,
                 std::chrono::duration<double, std::micro> time);

}  // namespace glint
