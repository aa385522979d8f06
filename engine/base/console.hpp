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

/// Returns printable(text) for use in a message. Messages may quote files of any size. Therefore,
/// "..." replaces the middle of lines over 1000 bytes and of texts over 64000 bytes.
std::string message_text(std::string_view text);

/// Writes printable(text) to stdout.
void print_text(std::string_view text) noexcept;
/// Writes printable(text) to stderr.
void say_text(std::string_view text) noexcept;

/// Formats the arguments and calls print_text().
template <class... Args>
void print(fmt::format_string<Args...> format, Args&&... args) {
    print_text(fmt::format(format, std::forward<Args>(args)...));
}
/// Formats the arguments and calls say_text().
template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
    say_text(fmt::format(format, std::forward<Args>(args)...));
}

/// Writes the bytes to stdout unchanged. Use it for JSON, code, and commands for a shell.
void write(std::string_view bytes) noexcept;
/// Writes a progress line to stderr. The line may contain control characters that move the cursor.
void draw(std::string_view line) noexcept;

/// Prepares the descriptors 0 to 2, SIGPIPE and SIGXFSZ. Call it at the start of a program. If one
/// of these descriptors is closed, it is opened on /dev/null, so that no other file gets its
/// number; writes to a closed stdout still fail. After this call, a closed pipe or an exceeded file
/// size limit is a write error and does not end the program. Child programs get the default signal
/// handling.
void prepare() noexcept;

/// Flushes stdout and returns `status`. If output was lost, reports the loss on stderr, and returns
/// 1 if `status` is 0. Output that is lost because the reader closed the pipe early does not count:
/// the reader did not need it.
int finish(int status) noexcept;

}  // namespace glint::console
