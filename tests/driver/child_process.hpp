// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>

#include <spawn.h>
#include <sys/wait.h>

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace glint::test {

/// Runs the disabled tests that match `filter` in a child process, which inherits the environment
/// and file descriptors. Returns the exit status, or -1 if the child did not exit normally.
inline int run_child(const std::string& filter) {
    std::string program = "/proc/self/exe";
    std::string wanted = "--gtest_filter=" + filter;
    std::string all = "--gtest_also_run_disabled_tests";
    std::array<char*, 4> arguments{program.data(), wanted.data(), all.data(), nullptr};
    pid_t child = 0;
    if (posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0)
        return -1;
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace glint::test
