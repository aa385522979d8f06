// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace glint {

/// A regular file, read piece by piece: never more of it is in memory than was asked for.
class FilePieces {
public:
    /// Throws as read_text() does.
    explicit FilePieces(const std::filesystem::path& path);
    FilePieces(const FilePieces&) = delete;
    FilePieces& operator=(const FilePieces&) = delete;
    ~FilePieces();

    std::uint64_t size_bytes() const noexcept { return size_bytes_; }
    /// Where what is next begins.
    std::uint64_t position() const noexcept { return position_; }

    /// Goes on there, and drops what is in memory.
    void seek(std::uint64_t byte);
    /// What is next: at least `wanted` bytes, or all up to the end. It stays until the next call.
    /// Throws Error(io).
    std::string_view at_least(std::size_t wanted);
    /// Goes on behind so many bytes of what at_least() gave.
    void pass(std::size_t size) noexcept;

private:
    std::string name_;
    int descriptor_ = -1;
    std::uint64_t size_bytes_ = 0;
    std::uint64_t position_ = 0;
    std::string buffer_;
    std::size_t first_ = 0;
    std::size_t last_ = 0;  // behind what was read
};

}  // namespace glint
