// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

/// The program's stdout and stderr. Writing never throws: text that stderr does not take is lost,
/// and finish() reports text that stdout did not take.
namespace glint::console {

/// `text` with control characters and bytes that are not UTF-8 as hexadecimal escapes ("\x1b"), so
/// that text from files cannot control a terminal. Line breaks and tabs stay.
std::string printable(std::string_view text);

/// `text` as part of a message: printable(), with "..." in place of the middle of lines of more
/// than 1000 bytes, and of a text of more than 64000. Messages quote files, whose content may be of
/// any size.
std::string message_text(std::string_view text);

/// Writes printable(text) to stdout.
void print_text(std::string_view text) noexcept;
/// Writes printable(text) to stderr.
void say_text(std::string_view text) noexcept;

/// print_text() of formatted text.
template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
    print_text(fmt::format(format, std::forward<Args>(args)...));
}
/// say_text() of formatted text.
template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
    say_text(fmt::format(format, std::forward<Args>(args)...));
}

/// Writes the bytes to stdout as they are: JSON, code, and commands for a shell.
void write(std::string_view bytes) noexcept;
/// Writes a progress line to stderr, which may move the cursor.
void draw(std::string_view line) noexcept;

/// Prepares the descriptors 0 to 2, SIGPIPE and SIGXFSZ; to be called at the start of a program. A
/// descriptor that is closed is opened on /dev/null, so that no file of the run gets its number; a
/// closed stdout then fails with each write. A closed pipe and the limit of a file's size are
/// errors of the write from then on, and do not end the program; programs that this one starts get
/// the default again.
void prepare() noexcept;

/// Flushes stdout. Returns `status`, or 1 in place of 0 if output was lost, which stderr then says.
/// A reader that closed its pipe has what it wanted: that is no failure.
int finish(int status) noexcept;

}  // namespace glint::console
