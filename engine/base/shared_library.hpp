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
    /// The first of `candidates` (paths or plain names) that loads, or nothing.
    static std::optional<SharedLibrary> open(std::span<const std::string> candidates);

    /// The symbol's address, or nullptr.
    void* find(const char* symbol) const noexcept;

    /// Where it was loaded from.
    std::filesystem::path path() const;

    /// Why the last `open` on this thread found nothing.
    static std::string last_failure();

private:
    explicit SharedLibrary(void* handle) noexcept : handle_(handle) {}
    void* handle_;
};

}  // namespace glint
