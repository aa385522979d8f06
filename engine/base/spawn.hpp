// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <spawn.h>
#include <sys/types.h>

namespace glint::detail {

/// How to start another program. It inherits this process's files and signals except where set
/// here.
class Spawn {
public:
    Spawn();
    Spawn(const Spawn&) = delete;
    Spawn& operator=(const Spawn&) = delete;
    ~Spawn();

    /// Passes this process's descriptor `own` to the program as `descriptor`.
    void give(int own, int descriptor);
    /// Redirects the program's `descriptor` to a file, which is created or truncated and accessible
    /// only by its owner.
    void write_to(int descriptor, const std::filesystem::path& file);
    /// Starts the program in a new session, so that it does not receive the terminal's foreground
    /// signals. It blocks no signals and does not ignore SIGPIPE, SIGINT or SIGTERM.
    void detach();

    /// Starts the program. Returns 0 or the system's error number.
    int start(const std::filesystem::path& program, std::vector<std::string> arguments,
              pid_t& process) const;

private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

/// Waits for a child process to end. Returns its status as waitpid() does, or nullopt if the system
/// does not report it, for example because this process ignores SIGCHLD.
std::optional<int> wait_for_end(pid_t process);

}  // namespace glint::detail
