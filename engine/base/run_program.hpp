// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// A folder for temporary files, removed with this object.
class ScratchFolder {
public:
    /// Throws Error(io) if the system refuses.
    ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();

    const std::filesystem::path& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
};

/// Files for the output of a child program; with an empty path it shares this process's stream.
struct ProgramOutput {
    std::filesystem::path out{};
    std::filesystem::path errors{};
};

/// Returns the first program of this name in the absolute folders of $PATH.
std::optional<std::filesystem::path> find_program(std::string_view name);

/// Runs the program in this file and waits for it. Returns its exit status, or -1 if it does not
/// start, was killed, or the system does not report how it ended (because this process ignores
/// SIGCHLD).
int run_program(const std::filesystem::path& program, std::vector<std::string> arguments,
                const ProgramOutput& output = {});

}  // namespace glint
