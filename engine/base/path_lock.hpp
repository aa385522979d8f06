// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

namespace glint {

/// Exclusive use of a folder among all processes that lock it. Includes processes on other hosts if
/// the file system supports such locks. The lock ends with this object or with its process.
class FolderLock {
public:
    /// Locks the folder. Returns nullopt if another lock on it, in this process or another, lasts
    /// for more than a second. Throws Error(io) if the folder cannot be opened. On file systems
    /// without locks, every lock succeeds.
    static std::optional<FolderLock> try_lock(const std::filesystem::path& folder);

    FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FolderLock& operator=(FolderLock&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~FolderLock();

    /// Flushes changed file names in the folder to disk: new, renamed and removed files.
    void sync() const;

private:
    explicit FolderLock(int descriptor) : descriptor_(descriptor) {}

    int descriptor_;
};

/// Exclusive use of a path among the processes of this machine that lock it. The file need not
/// exist. The lock ends with this object or with its process.
class PathLock {
public:
    /// Locks the path after resolving links. Returns nullopt if another lock on it, in this process
    /// or another, lasts longer than `patience`. If the system does not support such locks, every
    /// lock succeeds.
    static std::optional<PathLock> try_lock(
        const std::filesystem::path& path,
        std::chrono::milliseconds patience = std::chrono::seconds(1));

    PathLock(PathLock&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
    PathLock& operator=(PathLock&& other) noexcept {
        std::swap(socket_, other.socket_);
        return *this;
    }
    ~PathLock();

private:
    explicit PathLock(int socket) : socket_(socket) {}

    int socket_;  ///< bound to a name derived from the path; only one socket can have the name
};

}  // namespace glint
