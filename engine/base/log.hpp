// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace glint {

/// Nothing; it lets the logarithms of `<glint/arrays.hpp>` stand next to the log.
void log() = delete;

/// The log: `glint::log::warning("...")` writes one line to stderr. `GLINT_LOG=debug|info|warning|
/// error|off` sets the least level that is written; the default is `info`.
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

    /// From now on all lines go to `writer` instead, which neither counts as a complaint here nor
    /// asks for `GLINT_LOG`. For a library with a copy of this code, whose lines belong into the
    /// log of the program that loads it: that passes `&write`.
    using Writer = void(Level level, std::string_view message);
    static void forward_to(Writer* writer) noexcept;

    /// Writes `message` as a warning the first time that this process passes it.
    static void warning_once(std::string_view message);

    /// While one lives, what its thread passes to the log is dropped. For work that is done twice,
    /// whose second time says the same.
    class Muted {
    public:
        Muted() noexcept;
        ~Muted();
        Muted(const Muted&) = delete;
        Muted& operator=(const Muted&) = delete;
    };

    /// Warnings and errors written since the process started. Tests compare it before and after.
    static std::size_t complaint_count() noexcept;
};

}  // namespace glint
