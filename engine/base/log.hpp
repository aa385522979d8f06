// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace glint {

/// Not callable; allows the logarithms of `<glint/arrays.hpp>` to coexist with the log.
void log() = delete;

/// The log: `glint::log::warning("...")` writes one line to stderr.
/// `GLINT_LOG=debug|info|warning|error|off` sets the lowest level that is written; the default is
/// `info`.
///
/// It is a struct, not a namespace, so that `glint::log(array)`, the logarithm, can have the same
/// name.
struct log {
    log() = delete;

    static void debug(std::string_view message);
    static void info(std::string_view message);
    static void warning(std::string_view message);
    static void error(std::string_view message);

    enum class Level { debug, info, warning, error };
    static void write(Level level, std::string_view message);

    /// Sends all further lines of this copy of the log to `writer`. They bypass this copy's
    /// `GLINT_LOG` level and complaint count. For a library with its own copy of this code, whose
    /// lines belong in the log of the program that loads it: that program passes `&write`.
    using Writer = void(Level level, std::string_view message);
    static void forward_to(Writer* writer) noexcept;

    /// Writes `message` as a warning the first time that it occurs in this process.
    static void warning_once(std::string_view message);

    /// Drops what the current thread logs while an instance exists. For work that is done twice,
    /// where the second run would repeat the messages.
    class Muted {
    public:
        Muted() noexcept;
        ~Muted();
        Muted(const Muted&) = delete;
        Muted& operator=(const Muted&) = delete;
    };

    /// Number of warnings and errors written since the process started. Tests compare it before and
    /// after.
    static std::size_t complaint_count() noexcept;
};

}  // namespace glint
