// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <spawn.h>
#include <sys/types.h>

namespace glint::detail {

/// Settings for starting another program. By default, the program inherits this process's files and
/// signal handling.
class Spawn {
public:
    Spawn();
    Spawn(const Spawn&) = delete;
    Spawn& operator=(const Spawn&) = delete;
    ~Spawn();

    /// Makes this process's descriptor `own` available to the program as `descriptor`.
    void give(int own, int descriptor);
    /// Redirects the program's `descriptor` to a file. The file is created or truncated, and only
    /// its owner can access it.
    void write_to(int descriptor, const std::filesystem::path& file);
    /// Starts the program in a new session, so that Ctrl+C in the terminal does not reach it. The
    /// program blocks no signals and does not ignore SIGPIPE, SIGINT or SIGTERM.
    void detach();

    /// Starts the program and sets `process` to its ID. Returns 0 or the system's error number.
    int start(const std::filesystem::path& program, std::vector<std::string> arguments,
              pid_t& process) const;

private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

/// Waits for a child process to end. Returns its status as waitpid() does. Returns nullopt if the
/// system does not report the status, for example because this process ignores SIGCHLD.
std::optional<int> wait_for_end(pid_t process);

}  // namespace glint::detail
