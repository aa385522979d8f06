// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace glint::test {

/// Simulates user input on a virtual display, through an xdotool process that executes line by
/// line.
class User {
public:
    /// Returns nullopt if xdotool is not installed.
    static std::optional<User> start() {
        if (std::system("xdotool version >/dev/null 2>&1") != 0) return std::nullopt;
        std::FILE* const pipe = popen("xdotool -", "w");
        return pipe ? std::optional(User(pipe)) : std::nullopt;
    }
    User(User&& other) noexcept : pipe_(std::exchange(other.pipe_, nullptr)) {}
    User& operator=(User&& other) noexcept {
        std::swap(pipe_, other.pipe_);
        return *this;
    }
    ~User() {
        if (pipe_) pclose(pipe_);
    }

    /// Sends a line such as "mousemove 10 20 click 1 key space". Does not wait for the input to
    /// arrive.
    void act(const std::string& line) {
        std::fprintf(pipe_, "%s\n", line.c_str());
        std::fflush(pipe_);
    }

private:
    explicit User(std::FILE* pipe) : pipe_(pipe) {}

    std::FILE* pipe_;
};

}  // namespace glint::test
