// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace glint {

/// Cannot be called. With this declaration, the name `log` refers both to this log and to the
/// logarithms in `<glint/arrays.hpp>`.
void log() = delete;

/// The log: `glint::log::warning("...")` writes one line to stderr.
/// `GLINT_LOG=debug|info|warning|error|off` sets the lowest level that is written; the default is
/// `info`.
///
/// The log is a struct and not a namespace, so that the logarithm `glint::log(array)` can have the
/// same name.
struct log {
    log() = delete;

    static void debug(std::string_view message);
    static void info(std::string_view message);
    static void warning(std::string_view message);
    static void error(std::string_view message);

    enum class Level { debug, info, warning, error };
    static void write(Level level, std::string_view message);

    /// Sends all further messages to `writer`, bypassing the level and the complaint count of this
    /// copy of the log. A library that contains its own copy of this code needs this function. The
    /// program that loads the library passes the address of its own `write`, so that the program's
    /// log contains the library's messages.
    using Writer = void(Level level, std::string_view message);
    static void forward_to(Writer* writer) noexcept;

    /// Writes `message` as a warning the first time that it occurs in this process.
    static void warning_once(std::string_view message);

    /// While an object of this class exists, messages of the current thread are dropped. Use it for
    /// work that runs twice, where the second run would repeat the messages.
    class Muted {
    public:
        Muted() noexcept;
        ~Muted();
        Muted(const Muted&) = delete;
        Muted& operator=(const Muted&) = delete;
    };

    /// Returns the number of warnings and errors written since the process started. Tests compare
    /// the numbers before and after an operation.
    static std::size_t complaint_count() noexcept;
};

}  // namespace glint
