#pragma once

#include <cstddef>
#include <string_view>

namespace glint::log {

/// Writes one line to stderr. `GLINT_LOG=debug|info|warning|error|off` sets the least level
/// that is shown; the default is `info`.
void debug(std::string_view message);
void info(std::string_view message);
void warning(std::string_view message);
void error(std::string_view message);

enum class Level { debug, info, warning, error };
void write(Level level, std::string_view message);

/// From now on all lines go to `writer` instead, which neither counts as a complaint here nor asks
/// for `GLINT_LOG`. For a library with a copy of this code, whose lines belong into the log of the
/// program that loads it: that passes `&write`.
using Writer = void(Level level, std::string_view message);
void forward_to(Writer* writer) noexcept;

/// Writes `message` as a warning the first time that this process passes it.
void warning_once(std::string_view message);

/// Warnings and errors written since the process started. Tests compare it before and after.
std::size_t complaint_count() noexcept;

}  // namespace glint::log
