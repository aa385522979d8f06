// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// A folder for temporary files. The destructor removes it.
class ScratchFolder {
public:
    /// Creates the folder. Throws Error(io) if the system refuses.
    ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    const std::filesystem::path& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
};

/// Files for a child program's output. For an empty path, the child inherits this process's stream.
struct ProgramOutput {
    std::filesystem::path out{};
    std::filesystem::path errors{};
};

/// Returns the first program of this name in $PATH, or nullopt. Skips relative folders of $PATH.
std::optional<std::filesystem::path> find_program(std::string_view name);

/// Runs the program at this path and waits for its end. Returns its exit status. Returns -1 if the
/// program does not start or was killed. Also returns -1 if this process ignores SIGCHLD, because
/// the system then does not report the status.
int run_program(const std::filesystem::path& program, std::vector<std::string> arguments,
                const ProgramOutput& output = {});

}  // namespace glint
