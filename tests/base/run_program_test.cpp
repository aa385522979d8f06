// SPDX-License-Identifier: MIT
#include <glint/base/run_program.hpp>

#include <csignal>

#include <gtest/gtest.h>
#include <sys/time.h>

#include <base/scratch.hpp>
#include <glint/base/files.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

TEST(RunProgram, ReturnsOutputErrorsAndStatus) {
    const ScratchFolder folder;
    const ProgramOutput output{folder.path() / "out", folder.path() / "errors"};
    const int status =
        run_program("/bin/sh", {"-c", "echo \"$1\"; echo wrong >&2; exit 3", "sh", "a b"}, output);
    EXPECT_EQ(status, 3);
    EXPECT_EQ(read_text(output.out), "a b\n");
    EXPECT_EQ(read_text(output.errors), "wrong\n");
}

TEST(RunProgram, FailedStartsAndKillsHaveNoStatus) {
    EXPECT_EQ(run_program("/no/such/program", {}), -1);
    EXPECT_EQ(run_program("/bin/sh", {"-c", "kill -9 $$"}), -1);
}

TEST(ScratchFolder, IsRemovedWithItsContents) {
    fs::path path;
    {
        const ScratchFolder folder;
        path = folder.path();
        write_atomically(path / "file", std::as_bytes(std::span("text", 4)));
        EXPECT_TRUE(fs::is_directory(path));
    }
    EXPECT_FALSE(fs::exists(path));
}

void ignore(int) {}

// A signal during the wait must not be mistaken for the end of the program.
TEST(RunProgram, WaitsThroughSignals) {
    struct sigaction action{}, before{};
    action.sa_handler = ignore;  // SA_RESTART is not set
    sigaction(SIGALRM, &action, &before);
    const itimerval often{.it_interval = {0, 10'000}, .it_value = {0, 10'000}};
    setitimer(ITIMER_REAL, &often, nullptr);
    EXPECT_EQ(run_program("/bin/sleep", {"0.2"}), 0);
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before, nullptr);
}

TEST(RunProgram, UnknownExitStatusIsAFailure) {
    const auto before = std::signal(SIGCHLD, SIG_IGN);
    EXPECT_EQ(run_program("/bin/sh", {"-c", "exit 0"}), -1);
    std::signal(SIGCHLD, before);
}

TEST(ScratchFolder, ReportsAMissingTemporaryFolder) {
    const test::ScopedVariable nowhere("TMPDIR", "/nowhere");
    test::expect_error(ErrorCode::io, "No such file or directory", [] { ScratchFolder(); });
}

}  // namespace
}  // namespace glint
