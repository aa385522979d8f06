// SPDX-License-Identifier: MIT
#include <glint/base/run_program.hpp>

#include <cstdlib>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

#include <glint/base/environment.hpp>
#include <glint/base/error.hpp>
#include <glint/base/spawn.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

}  // namespace

ScratchFolder::ScratchFolder() {
    std::error_code absent;
    const fs::path folder = fs::temp_directory_path(absent);
    if (absent) throw Error(ErrorCode::io, "find the folder for temporary files", absent.message());
    std::string name = (folder / "glint-XXXXXX").string();
    if (!::mkdtemp(name.data()))
        throw Error(ErrorCode::io, "create folder '" + name + "'",
                    "the operating system refused to create the folder");
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::optional<fs::path> find_program(std::string_view name) {
    const auto path = environment("PATH");
    if (!path) return std::nullopt;
    for (const std::string_view folder : text::split(*path, ':')) {
        const fs::path program = fs::path(folder) / name;
        if (program.is_absolute() && ::access(program.c_str(), X_OK) == 0) return program;
    }
    return std::nullopt;
}

int run_program(const fs::path& program, std::vector<std::string> arguments,
                const ProgramOutput& output) {
    detail::Spawn spawn;
    if (!output.out.empty()) spawn.write_to(STDOUT_FILENO, output.out);
    if (!output.errors.empty()) spawn.write_to(STDERR_FILENO, output.errors);
    pid_t child = 0;
    if (spawn.start(program, std::move(arguments), child) != 0) return -1;
    const std::optional<int> status = detail::wait_for_end(child);
    return status && WIFEXITED(*status) ? WEXITSTATUS(*status) : -1;
}

}  // namespace glint
