// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <apps/started.hpp>

namespace glint::test {

/// A run in a separate process that can receive signals.
class Started {
public:
    Started(const std::filesystem::path& folder, const std::string& arguments,
            bool has_display = false)
        : folder_(folder) {
        std::filesystem::create_directory(folder / "work");
        const std::string command = fmt::format(
            "cd {0}/work && {3} && exec '{1}' {2} >{0}/out.txt 2>{0}/err.txt", folder.string(),
            GLINT_PROGRAM, arguments, has_display ? "true" : "unset DISPLAY WAYLAND_DISPLAY");
        process_ = fork();
        if (process_ == 0) {
            setpgid(0, 0);
            execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            _exit(127);
        }
    }
    void send(int signal) const { kill(process_, signal); }
    /// Signals the process group, as a terminal does for Ctrl+C.
    void send_to_group(int signal) const { kill(-process_, signal); }
    pid_t process() const noexcept { return process_; }
    /// Waits until the file has at least `lines` lines, for up to a minute.
    void wait_for(const std::string& file, long lines) const {
        for (int i = 0; i < 6000; ++i) {
            std::error_code ignored;
            if (std::filesystem::exists(folder_ / file, ignored) &&
                std::ranges::count(read_text(folder_ / file), '\n') >= lines)
                return;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        ADD_FAILURE() << file << " does not grow to " << lines << " lines";
    }
    Outcome wait() const {
        int status = 0;
        waitpid(process_, &status, 0);
        return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                read_text(folder_ / "out.txt"), read_text(folder_ / "err.txt")};
    }

private:
    std::filesystem::path folder_;
    pid_t process_ = -1;
};

}  // namespace glint::test
