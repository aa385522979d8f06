// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

/// The program's stdout and stderr. Writing never throws. Output that stderr does not accept is
/// lost; finish() reports output that stdout did not accept.
namespace glint::console {

/// Returns `text` with control characters and invalid UTF-8 bytes replaced by hexadecimal escapes
/// ("\x1b"), so that text from files cannot control a terminal. Keeps line breaks and tabs.
std::string printable(std::string_view text);

/// Returns `text` for use in a message: printable(), with the middle of lines over 1000 bytes and
/// of texts over 64000 bytes replaced by "...". Messages quote files, whose content may be of any
/// size.
std::string message_text(std::string_view text);

/// Writes printable(text) to stdout.
void print_text(std::string_view text) noexcept;
/// Writes printable(text) to stderr.
void say_text(std::string_view text) noexcept;

/// Formats and calls print_text().
template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
    print_text(fmt::format(format, std::forward<Args>(args)...));
}
/// Formats and calls say_text().
template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
    say_text(fmt::format(format, std::forward<Args>(args)...));
}

/// Writes the bytes to stdout unchanged: JSON, code, and commands for a shell.
void write(std::string_view bytes) noexcept;
/// Writes a progress line to stderr, which may move the cursor.
void draw(std::string_view line) noexcept;

/// Prepares the descriptors 0 to 2, SIGPIPE and SIGXFSZ. Call it at the start of a program. Opens
/// closed descriptors on /dev/null, so that no file that is opened later gets their number; writes
/// to a closed stdout then fail. After this call, a closed pipe or an exceeded file size limit is a
/// write error and does not end the program. Child programs get the default signal handling.
void prepare() noexcept;

/// Flushes stdout. Returns `status`; if output was lost, reports that on stderr and returns 1 in
/// place of 0. A reader that closes its pipe early does not need the remaining output, so that is
/// not a failure.
int finish(int status) noexcept;

}  // namespace glint::console
