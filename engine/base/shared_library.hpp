// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace glint {

/// A shared library opened at run time. It stays loaded until the process ends: code and data
/// of drivers and compilers are not safe to unload.
class SharedLibrary {
public:
    /// Opens the first of `candidates` (paths or plain names) that loads, or returns nullopt.
    static std::optional<SharedLibrary> open(std::span<const std::string> candidates);

    /// Returns the symbol's address, or nullptr.
    void* find(const char* symbol) const noexcept;

    /// Returns the path that it was loaded from.
    std::filesystem::path path() const;

    /// Returns why the last `open` on this thread failed.
    static std::string last_failure();

private:
    explicit SharedLibrary(void* handle) noexcept : handle_(handle) {}
    void* handle_;
};

}  // namespace glint
