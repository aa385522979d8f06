// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <sys/wait.h>

#include <glint/base/files.hpp>

// Programs, started as users start them.
namespace glint::test {

struct Outcome {
    int status = -1;
    std::string out;
    std::string err;
};

/// Runs `program` without a display in the new folder "work" inside `folder`. In `arguments` and
/// `environment`, "$DIR" means `folder`.
inline Outcome start_program(const std::string& program, const std::filesystem::path& folder,
                             const std::string& arguments, const std::string& environment = "") {
    const std::string command = fmt::format(
        "cd {0} && mkdir -p work && cd work && DIR={0} && env -u DISPLAY -u WAYLAND_DISPLAY "
        "{1} '{2}' {3} "
        ">{0}/out.txt 2>{0}/err.txt",
        folder.string(), environment, program, arguments);
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
            read_text(folder / "out.txt"), read_text(folder / "err.txt")};
}

inline Outcome start_glint(const std::filesystem::path& folder, const std::string& arguments,
                           const std::string& environment = "") {
    return start_program(GLINT_PROGRAM, folder, arguments, environment);
}

}  // namespace glint::test
