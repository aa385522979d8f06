// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace glint {

/// A shared library opened at run time. It stays loaded until the process ends, because drivers and
/// compilers are not safe to unload.
class SharedLibrary {
public:
    /// Opens the first of `candidates` (paths or plain names) that can be loaded. Returns nullopt
    /// if all of them fail.
    static std::optional<SharedLibrary> open(std::span<const std::string> candidates);

    /// Returns the symbol's address, or nullptr.
    void* find(const char* symbol) const noexcept;

    /// Returns the path of the file that was loaded.
    std::filesystem::path path() const;

    /// Returns the reason why the last `open` on this thread failed.
    static std::string last_failure();

private:
    explicit SharedLibrary(void* handle) noexcept : handle_(handle) {}
    void* handle_;
};

}  // namespace glint
