// SPDX-License-Identifier: MIT
#include <bench/openmp/libraries.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <bench/openmp/library.hpp>
#include <glint/base/error.hpp>

namespace glint::bench {
namespace {

constexpr std::array kNames{"gcc", "gcc_fast", "clang", "clang_fast"};

std::optional<SharedLibrary> open_library(const std::string& name) {
    const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const std::string file = fmt::format("libglint_openmp_{}.so", name);
    const std::array<std::string, 2> candidates{folder / file, folder.parent_path() / "lib" / file};
    return SharedLibrary::open(candidates);
}

// Idle OpenMP threads spin for a while in case more work arrives. They would take cores from the
// next measurement. The runtimes read these variables when a program loads them.
void let_idle_threads_sleep_soon() {
    setenv("GOMP_SPINCOUNT", "20000", 0);  // g++: number of spins, about a millisecond
    setenv("KMP_BLOCKTIME", "1", 0);       // clang++: milliseconds
}

void use_threads(const OpenMpLibrary& library, unsigned threads) {
    decltype(&openmp::openmp_use_threads) use = nullptr;
    library.find("openmp_use_threads", use);
    use(static_cast<int>(threads));
}

}  // namespace

OpenMpLibrary::OpenMpLibrary(SharedLibrary library) : library_(std::move(library)) {
    decltype(&openmp::openmp_compiler) name = nullptr;
    find("openmp_compiler", name);
    compiler_ = name();
}

void* OpenMpLibrary::address(const char* symbol) const {
    void* found = library_.find(symbol);
    if (found == nullptr)
        throw Error(ErrorCode::not_found, "open the OpenMP references",
                    fmt::format("'{}' does not define '{}'", library_.path().string(), symbol));
    return found;
}

std::vector<OpenMpLibrary> open_openmp_libraries(unsigned threads) {
    let_idle_threads_sleep_soon();
    std::vector<OpenMpLibrary> libraries;
    for (const char* name : kNames) {
        if (auto library = open_library(name))
            use_threads(libraries.emplace_back(*std::move(library)), threads);
        else
            fmt::print(stderr, "cannot load OpenMP reference '{}': {}\n", name,
                       SharedLibrary::last_failure());
    }
    if (libraries.empty())
        throw Error(ErrorCode::not_found, "open the OpenMP references",
                    "none of the libraries could be loaded");
    return libraries;
}

}  // namespace glint::bench
