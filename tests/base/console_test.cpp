// SPDX-License-Identifier: MIT
#include <glint/base/console.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace glint::test {
namespace {

using console::printable;

TEST(Console, EscapesTerminalControlCharacters) {
    EXPECT_EQ(printable("level 3 µm\n\tdone"), "level 3 µm\n\tdone");
    EXPECT_EQ(printable("\x1b[31mred\r\a\x7f"), "\\x1b[31mred\\x0d\\x07\\x7f");
    EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
    EXPECT_EQ(printable("\xc2\x9b"
                        "2J"),
              "\\xc2\\x9b2J")
        << "CSI as one character of 8 bits";
    EXPECT_EQ(printable(""), "");
}

TEST(Console, EscapesInvalidUtf8) {
    EXPECT_EQ(printable("caf\xe9"), "caf\\xe9");
    EXPECT_EQ(printable("\x9b"), "\\x9b");
    EXPECT_EQ(printable("\xc3"), "\\xc3") << "cut off";
    EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b") << "longer than it has to be";
    EXPECT_EQ(printable("\xe0\x80\x9b"), "\\xe0\\x80\\x9b");
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
    EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond U+10FFFF";
    EXPECT_EQ(printable("\xf0\x9f\x8c\x8a \xe2\x82\xac"), "\xf0\x9f\x8c\x8a \xe2\x82\xac");
}

TEST(Console, ShortensLongMessageLines) {
    using console::message_text;
    const std::string line(1000, 'x');
    EXPECT_EQ(message_text(line + '\n' + line + '\n'), line + '\n' + line + '\n');
    EXPECT_EQ(message_text("a\n" + line + "y"),
              "a\n" + std::string(750, 'x') + " ... " + std::string(249, 'x') + 'y');
    std::string umlauts;
    for (int i = 0; i < 2000; ++i) umlauts += "\xc3\xbc";
    EXPECT_EQ(message_text('x' + umlauts).find("\\x"), std::string::npos) << "cut in a character";
    std::string lines;
    for (int i = 0; i < 100'000; ++i) lines += "line\n";
    EXPECT_LT(message_text(lines).size(), 65'000u);
    EXPECT_EQ(message_text(""), "");
}

/// Exit status of a child process that runs `body`.
int status_of(const std::function<int()>& body) {
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) ::_exit(body());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void open_as(int descriptor, const char* file) {
    const int opened = ::open(file, O_WRONLY);
    ::dup2(opened, descriptor);
}

TEST(Console, ReportsLostOutputAtTheEnd) {
    const auto print = [](const char* out, int status) {
        return status_of([&] {
            open_as(STDOUT_FILENO, out);
            open_as(STDERR_FILENO, "/dev/null");
            console::print("{}\n", 42);
            return console::finish(status);
        });
    };
    EXPECT_EQ(print("/dev/null", 0), 0);
    EXPECT_EQ(print("/dev/null", 3), 3);
    EXPECT_EQ(print("/dev/full", 0), 1);
    EXPECT_EQ(print("/dev/full", 3), 3);
}

TEST(Console, RemembersEarlierOutputLoss) {
    EXPECT_EQ(status_of([] {
                  open_as(STDOUT_FILENO, "/dev/full");
                  open_as(STDERR_FILENO, "/dev/null");
                  console::print("{}\n", std::string(100'000, 'a'));
                  std::fflush(stdout);
                  std::clearerr(stdout);
                  return console::finish(0);
              }),
              1);
}

TEST(Console, ContinuesWithoutStderr) {
    EXPECT_EQ(status_of([] {
                  open_as(STDERR_FILENO, "/dev/full");
                  console::say("{}\n", std::string(100'000, 'a'));
                  console::draw("progress");
                  ::close(STDERR_FILENO);
                  console::say("again\n");
                  return console::finish(0);
              }),
              0);
}

TEST(Console, ReopensClosedDescriptors) {
    EXPECT_EQ(status_of([] {
                  for (const int descriptor : {0, 1, 2}) ::close(descriptor);
                  console::prepare();
                  const int next = ::open("/dev/null", O_RDONLY);
                  if (next <= STDERR_FILENO) return 10 + next;
                  console::say("lost\n");
                  if (console::finish(0) != 0) return 20;
                  console::print("lost\n");
                  return console::finish(0);
              }),
              1);
}

TEST(Console, SurvivesTheFileSizeLimit) {
    const int status = status_of([] {
        console::prepare();
        const rlimit limit{10, 10};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        char name[] = "/tmp/glint-test-XXXXXX";
        const int file = ::mkstemp(name);
        ::unlink(name);
        const std::string text(20, 'x');
        const bool is_cut = ::write(file, text.data(), text.size()) == 10;
        return is_cut && ::write(file, text.data(), 1) < 0 && errno == EFBIG ? 0 : 1;
    });
    EXPECT_EQ(status, 0);
}

TEST(Console, EndsQuietlyOnAClosedPipe) {
    EXPECT_EQ(status_of([] {
                  int ends[2];
                  if (::pipe(ends) != 0) return 10;
                  ::dup2(ends[1], STDOUT_FILENO);
                  ::close(ends[0]);
                  ::close(ends[1]);
                  console::prepare();
                  console::print("{}\n", std::string(200'000, 'a'));
                  return console::finish(0);
              }),
              0);
}

}  // namespace
}  // namespace glint::test
