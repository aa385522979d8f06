// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

namespace glint {

/// An exclusive lock on a folder. It excludes all other processes that lock the folder, on other
/// hosts only if the file system supports that. The lock ends with this object or with its process.
class FolderLock {
public:
    /// Locks the folder. Waits up to a second if this process or another holds a lock on it, then
    /// returns nullopt. Throws Error(io) if the folder cannot be opened. On file systems without
    /// locks, every call succeeds.
    static std::optional<FolderLock> try_lock(const std::filesystem::path& folder);

    FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FolderLock& operator=(FolderLock&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~FolderLock();

    /// Flushes the folder's entries to disk, so that new, renamed and removed files persist.
    void sync() const;

private:
    explicit FolderLock(int descriptor) : descriptor_(descriptor) {}

    int descriptor_;
};

/// An exclusive lock on a path among the processes of this machine. The file need not exist. The
/// lock ends with this object or with its process.
class PathLock {
public:
    /// Locks the path after resolving links. Waits up to `patience` if this process or another
    /// holds a lock on it, then returns nullopt. If the system does not support such locks, every
    /// call succeeds.
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
