// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <spawn.h>
#include <sys/types.h>

namespace glint::detail {

/// How another program is started: with this process's files and signals, but for what is said
/// here.
class Spawn {
public:
    Spawn();
    Spawn(const Spawn&) = delete;
    Spawn& operator=(const Spawn&) = delete;
    ~Spawn();

    /// The program's `descriptor` is what this process has as `own`.
    void give(int own, int descriptor);
    /// What it writes to `descriptor` goes to a file, which is made, or emptied, for its owner
    /// alone.
    void write_to(int descriptor, const std::filesystem::path& file);
    /// Gives it a session of its own, where what a terminal sends to the process in front of it
    /// does not come, with no signal blocked, and none of SIGPIPE, SIGINT and SIGTERM ignored.
    void detach();

    /// Starts it; 0, or the system's number of what went wrong.
    int start(const std::filesystem::path& program, std::vector<std::string> arguments,
              pid_t& process) const;

private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

/// Waits until a process that this one started has ended. Its status as waitpid() gives it; nothing
/// where the system does not tell, as in a process that ignores SIGCHLD.
std::optional<int> wait_for_end(pid_t process);

}  // namespace glint::detail
