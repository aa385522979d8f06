// SPDX-License-Identifier: MIT
#include <glint/driver/detail/cpu_library.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <glint/backend/detail/cpu_entry.hpp>
#include <glint/base/absolute_path.hpp>
#include <glint/base/environment.hpp>
#include <glint/base/error.hpp>
#include <glint/base/installed_folders.hpp>
#include <glint/base/log.hpp>
#include <glint/base/package.hpp>

namespace glint::driver {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFileName = "libglint_cpu.so";

std::vector<std::string> candidates() {
    if (const auto file = environment("GLINT_CPU_LIBRARY")) return {absolute_path(*file)};
    std::vector<std::string> files;
    for (const fs::path& folder : installed_folders(GLINT_LIBRARY_FOLDER, package().libraries))
        files.push_back(folder / kFileName);
    files.emplace_back(kFileName);
    return files;
}

[[noreturn]] void refuse(const SharedLibrary& library, const std::string& why) {
    throw Error(ErrorCode::unsupported, "load the CPU backend",
                fmt::format("'{}' {}. Set $GLINT_CPU_LIBRARY to the {} of this version of glint, "
                            "or unset the variable",
                            library.path().string(), why, kFileName));
}

// Throws unless the library has exactly the program's version, because the two share C++ classes.
void check(const SharedLibrary& library) {
    if (void* const version = library.find(cpu_entry::kVersion))
        if (const std::string found = reinterpret_cast<cpu_entry::Version*>(version)();
            found != interface_version())
            refuse(library, fmt::format("has version {}, but this program has version {}", found,
                                        interface_version()));
    for (const char* entry : {cpu_entry::kOpenBackend, cpu_entry::kForwardLog,
                              cpu_entry::kSourceCompiler, cpu_entry::kVersion})
        if (!library.find(entry)) refuse(library, fmt::format("has no function {}", entry));
}

/// Returns a hint for the error that none of `files` can be loaded. If one of them exists, the
/// reason is that it depends on a missing library.
std::string hint(const std::vector<std::string>& files) {
    const auto is_there = [](const std::string& file) {
        std::error_code hidden;
        return fs::exists(file, hidden);
    };
    if (std::ranges::any_of(files, is_there))
        return " (the library needs libclang-cpp19 and libllvm19)";
    const std::string moved = hint_for_moved(package().libraries, kFileName, "GLINT_CPU_LIBRARY",
                                             fmt::format("glint's {}", kFileName));
    return !moved.empty() ? moved : ". Set $GLINT_CPU_LIBRARY to the path of the library";
}

SharedLibrary load() {
    const std::vector<std::string> files = candidates();
    const auto library = SharedLibrary::open(files);
    if (!library)
        throw Error(ErrorCode::unsupported, "load the CPU backend",
                    SharedLibrary::last_failure() + hint(files));
    check(*library);
    reinterpret_cast<cpu_entry::ForwardLog*>(library->find(cpu_entry::kForwardLog))(&log::write);
    return *library;
}

}  // namespace

const SharedLibrary& cpu_library() {
    static const SharedLibrary library = load();
    return library;
}

}  // namespace glint::driver
