// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace glint {

/// A regular file that is read in chunks. Memory holds only the chunk that is being read.
class FilePieces {
public:
    /// Throws what read_text() throws.
    explicit FilePieces(const std::filesystem::path& path);
    FilePieces(const FilePieces&) = delete;
    FilePieces& operator=(const FilePieces&) = delete;
    ~FilePieces();

    std::uint64_t size_bytes() const noexcept { return size_bytes_; }
    /// Byte offset of the next unread byte.
    std::uint64_t position() const noexcept { return position_; }

    /// Moves to byte offset `byte` and drops buffered data.
    void seek(std::uint64_t byte);
    /// Returns at least the next `wanted` bytes, or all bytes up to the end of the file if fewer
    /// are left. Does not consume them. The view stays valid until the next call. Throws Error(io).
    std::string_view at_least(std::size_t wanted);
    /// Consumes `size` bytes of the last result of at_least().
    void pass(std::size_t size) noexcept;

private:
    std::string name_;
    int descriptor_ = -1;
    std::uint64_t size_bytes_ = 0;
    std::uint64_t position_ = 0;
    std::string buffer_;
    std::size_t first_ = 0;
    std::size_t last_ = 0;  // end of the buffered bytes
};

}  // namespace glint
