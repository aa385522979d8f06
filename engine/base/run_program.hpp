// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// A folder for files of the moment, which goes with this object.
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

/// Where a program that another one runs writes to; an empty path leaves it as this process's.
struct ProgramOutput {
    std::filesystem::path out{};
    std::filesystem::path errors{};
};

/// The first program of this name in the absolute folders of $PATH.
std::optional<std::filesystem::path> find_program(std::string_view name);

/// Runs the program in this file and waits for it. Its exit status, or -1 if it does not start,
/// does not end by itself, or the system does not tell how it ended (where this process ignores
/// SIGCHLD).
int run_program(const std::filesystem::path& program, std::vector<std::string> arguments,
                const ProgramOutput& output = {});

}  // namespace glint
