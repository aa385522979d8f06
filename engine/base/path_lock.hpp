// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

namespace glint {

/// Exclusive use of a folder among all processes that lock it, including processes on other hosts
/// if the file system supports such locks. Released with this object or its process.
class FolderLock {
public:
    /// Returns nullopt while another lock on this folder exists, in this process or another. Throws
    /// Error(io) if the folder cannot be opened. On file systems without locks every lock succeeds.
    static std::optional<FolderLock> try_lock(const std::filesystem::path& folder);

    FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FolderLock& operator=(FolderLock&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~FolderLock();

    /// Flushes new, renamed and removed names in the folder to disk.
    void sync() const;

private:
    explicit FolderLock(int descriptor) : descriptor_(descriptor) {}

    int descriptor_;
};

/// Exclusive use of a path among the processes of this machine that lock it. The file need not
/// exist. Released with this object or its process.
class PathLock {
public:
    /// Returns nullopt while another lock on this path exists, in this process or another, even if
    /// links give the path another name. Succeeds if the system does not support such locks.
    static std::optional<PathLock> try_lock(const std::filesystem::path& path);

    PathLock(PathLock&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
    PathLock& operator=(PathLock&& other) noexcept {
        std::swap(socket_, other.socket_);
        return *this;
    }
    ~PathLock();

private:
    explicit PathLock(int socket) : socket_(socket) {}

    int socket_;  ///< bound to an abstract name derived from the path; the kernel allows it once
};

}  // namespace glint
