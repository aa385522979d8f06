// SPDX-License-Identifier: MIT
#include <glint/base/console.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace glint::console {
namespace {

/// The `errno` of the first failed write to stdout, or 0 if no write has failed.
std::atomic<int> lost = 0;

void note_failure() noexcept {
    int none = 0;
    lost.compare_exchange_strong(none, errno != 0 ? errno : EIO);
}

void write_to(std::FILE* file, std::string_view bytes) noexcept {
    errno = 0;
    const bool is_written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    if (!is_written && file == stdout) note_failure();
}

void write_printable(std::FILE* file, std::string_view text) noexcept try {
    write_to(file, printable(text));
} catch (const std::exception&) {  // out of memory
    errno = ENOMEM;
    if (file == stdout) note_failure();
}

bool is_continuation(char c) noexcept { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; }

struct Character {
    std::size_t length = 1;  ///< number of bytes
    std::uint32_t code = 0;
    bool is_valid = false;
};

/// Decodes the UTF-8 character at the beginning of `text`, which must not be empty.
Character first_character(std::string_view text) noexcept {
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80u) return {.length = 1, .code = lead, .is_valid = true};
    const std::size_t length = lead >= 0xf0u ? 4 : lead >= 0xe0u ? 3 : 2;
    if (lead < 0xc2u || lead > 0xf4u || text.size() < length) return {};
    std::uint32_t code = lead & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (!is_continuation(text[i])) return {};
        code = code << 6u | (static_cast<unsigned char>(text[i]) & 0x3fu);
    }
    constexpr std::uint32_t kMin[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code >= 0xd800u && code < 0xe000u;
    if (code < kMin[length] || code > 0x10ffffu || is_surrogate) return {};
    return {.length = length, .code = code, .is_valid = true};
}

bool is_control(std::uint32_t code) noexcept {
    return (code < 0x20u && code != '\n' && code != '\t') || (code >= 0x7fu && code < 0xa0u);
}

/// Removes the middle of a text longer than `most` bytes, without splitting a UTF-8 character.
std::string without_middle(std::string_view text, std::size_t most) {
    if (text.size() <= most) return std::string(text);
    std::size_t begin = most / 4 * 3, end = text.size() - most / 4;
    while (begin > 0 && is_continuation(text[begin])) --begin;
    while (end < text.size() && is_continuation(text[end])) ++end;
    return fmt::format("{} ... {}", text.substr(0, begin), text.substr(end));
}

/// Opens /dev/null as `descriptor`. Returns true on success.
bool open_null(int descriptor, int flags) noexcept {
    const int opened = ::open("/dev/null", flags);
    if (opened < 0 || opened == descriptor) return opened >= 0;
    const bool is_done = ::dup2(opened, descriptor) == descriptor;
    ::close(opened);
    return is_done;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string safe;
    safe.reserve(text.size());
    while (!text.empty()) {
        const Character character = first_character(text);
        const std::string_view bytes = text.substr(0, character.length);
        if (character.is_valid && !is_control(character.code))
            safe += bytes;
        else
            for (const char byte : bytes)
                safe += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
        text.remove_prefix(character.length);
    }
    return safe;
}

std::string message_text(std::string_view text) {
    constexpr std::size_t kMaxLineLength = 1000, kMax = 64'000;
    const std::string whole = without_middle(text, kMax);
    std::string shown;
    for (std::size_t begin = 0; begin <= whole.size();) {
        const std::size_t end = std::min(whole.find('\n', begin), whole.size());
        shown += printable(
            without_middle(std::string_view(whole).substr(begin, end - begin), kMaxLineLength));
        if (end < whole.size()) shown += '\n';
        begin = end + 1;
    }
    return shown;
}

void print_text(std::string_view text) noexcept { write_printable(stdout, text); }
void say_text(std::string_view text) noexcept { write_printable(stderr, text); }
void write(std::string_view bytes) noexcept { write_to(stdout, bytes); }

void draw(std::string_view line) noexcept {
    write_to(stderr, line);
    std::fflush(stderr);
}

void prepare() noexcept {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
        // Open stdout read-only, so that each write fails and finish() reports the lost output.
        (void)open_null(descriptor, descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    }
    // An empty handler makes the write itself fail, as SIG_IGN does. SIG_IGN is not used, because
    // child programs would inherit it; exec() resets handlers.
    std::signal(SIGPIPE, [](int) {});
    std::signal(SIGXFSZ, [](int) {});
}

int finish(int status) noexcept {
    errno = 0;
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) note_failure();
    const int error = lost;
    if (error == 0 || error == EPIPE) return status;
    say_text("glint: cannot write to stdout: ");
    say_text(std::generic_category().message(error) + '\n');
    return status != EXIT_SUCCESS ? status : EXIT_FAILURE;
}

}  // namespace glint::console
