// SPDX-License-Identifier: MIT
#include "child.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <map>

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glint/base/error.hpp>

namespace glint::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

/// A running child process.
struct Child {
    pid_t process = -1;
    int pipe = -1;
    Clock::time_point deadline;
    std::string text;
};

[[noreturn]] void work_and_end(const Work& work, int pipe) {
    const std::string text = work();
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t written = write(pipe, text.data() + done, text.size() - done);
        if (written <= 0) break;
        done += static_cast<std::size_t>(written);
    }
    // Skips destructors, so that damage by a broken kernel cannot crash the process here.
    _exit(0);
}

Child start(const Work& work, double timeout_seconds) {
    int ends[2];
    std::fflush(nullptr);
    if (pipe(ends) != 0) throw Error(ErrorCode::io, "open a pipe", "the system refused");
    const pid_t process = fork();
    if (process < 0) throw Error(ErrorCode::io, "start a process", "the system refused");
    if (process == 0) {
        close(ends[0]);
        work_and_end(work, ends[1]);
    }
    close(ends[1]);
    const auto timeout =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_seconds));
    return {.process = process, .pipe = ends[0], .deadline = Clock::now() + timeout, .text = {}};
}

// Reads the child's output. Returns true if the child is still running.
bool listen(Child& child) {
    char chunk[65536];
    const ssize_t size = read(child.pipe, chunk, sizeof(chunk));
    if (size > 0) child.text.append(chunk, static_cast<std::size_t>(size));
    return size > 0;
}

Ending end(Child& child, bool timed_out) {
    if (timed_out) kill(child.process, SIGKILL);
    close(child.pipe);
    int status = 0;
    waitpid(child.process, &status, 0);
    Ending ending{.text = std::move(child.text), .trouble = {}};
    if (timed_out)
        ending.trouble = "ran too long";
    else if (WIFSIGNALED(status))
        ending.trouble = fmt::format("killed by signal {}", WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        ending.trouble = fmt::format("ended with status {}", WEXITSTATUS(status));
    return ending;
}

}  // namespace

void in_children(const std::vector<Work>& works, int jobs, double timeout_seconds,
                 const std::function<void(std::size_t, const Ending&)>& ended) {
    std::map<std::size_t, Child> children;
    std::size_t next = 0;
    while (next < works.size() || !children.empty()) {
        for (; next < works.size() && children.size() < static_cast<std::size_t>(jobs); ++next)
            children[next] = start(works[next], timeout_seconds);
        std::vector<pollfd> pipes;
        for (const auto& [number, child] : children)
            pipes.push_back({.fd = child.pipe, .events = POLLIN, .revents = 0});
        poll(pipes.data(), pipes.size(), 200);
        std::size_t place = 0;
        for (auto child = children.begin(); child != children.end(); ++place) {
            const bool spoke = pipes[place].revents != 0;
            const bool is_alive = !spoke || listen(child->second);
            const bool late = Clock::now() > child->second.deadline;
            if (is_alive && !late) {
                ++child;
                continue;
            }
            const Ending ending = end(child->second, is_alive);
            const std::size_t number = child->first;
            child = children.erase(child);
            ended(number, ending);
        }
    }
}

Ending in_child(const Work& work, double timeout_seconds) {
    Ending result;
    in_children({work}, 1, timeout_seconds,
                [&](std::size_t, const Ending& ending) { result = ending; });
    return result;
}

}  // namespace glint::fuzz
