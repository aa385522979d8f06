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

/// Writes `message` as a warning the first time that this process passes it.
void warning_once(std::string_view message);

/// Warnings and errors written since the process started. Tests compare it before and after.
std::size_t complaint_count() noexcept;

}  // namespace glint::log
