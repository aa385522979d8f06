// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/toolkit.hpp>

#include <unistd.h>

#include <glint/base/environment.hpp>
#include <glint/base/error.hpp>
#include <glint/base/run_program.hpp>
#include <glint/base/text.hpp>

namespace glint::compiler {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> places_of(const std::string& file) {
    std::vector<fs::path> places;
    for (const fs::path& folder : toolkit_folders())
        for (const char* part : {"lib64", "lib", "lib/x86_64-linux-gnu"})
            places.push_back(folder / part / file);
    return places;
}

[[noreturn]] void refuse_tool(const std::string& file) {
    throw Error(ErrorCode::unsupported, "find " + file,
                "no CUDA toolkit contains the file. Install the CUDA toolkit, or set $CUDA_PATH to "
                "the folder of the toolkit");
}

}  // namespace

std::vector<fs::path> toolkit_folders() {
    std::vector<fs::path> folders;
    for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
        if (const auto folder = absolute_path_in_environment(variable)) folders.push_back(*folder);
    folders.emplace_back("/usr/local/cuda");
    folders.emplace_back("/opt/cuda");
    folders.emplace_back("/usr");
    return folders;
}

std::vector<std::string> toolkit_candidates(const std::string& file,
                                            std::initializer_list<const char*> versions) {
    std::vector<std::string> candidates;
    for (const fs::path& place : places_of(file)) candidates.push_back(place.string());
    candidates.push_back(file);
    candidates.insert(candidates.end(), versions.begin(), versions.end());
    return candidates;
}

fs::path toolkit_library(const std::string& file) {
    for (const fs::path& place : places_of(file))
        if (std::error_code absent; fs::exists(place, absent)) return place;
    refuse_tool(file);
}

std::optional<fs::path> find_toolkit_program(const std::string& name) {
    if (const auto program = find_program(name)) return program;
    for (const fs::path& folder : toolkit_folders())
        if (const fs::path program = folder / "bin" / name; ::access(program.c_str(), X_OK) == 0)
            return program;
    return std::nullopt;
}

fs::path toolkit_program(const std::string& name) {
    if (auto program = find_toolkit_program(name)) return *program;
    refuse_tool(name);
}

}  // namespace glint::compiler
