// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <utility>

namespace glint {

/// Exclusive use of a folder among all processes that lock it, on other hosts too where the file
/// system has such locks. Ends with this object or with its process.
class FolderLock {
public:
    /// Nothing while another lock of this folder exists, in this process too. Throws Error(io) if
    /// the folder cannot be opened. A file system without locks grants each lock.
    static std::optional<FolderLock> try_lock(const std::filesystem::path& folder);

    FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FolderLock& operator=(FolderLock&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~FolderLock();

    /// Brings new, renamed and removed names of the folder to the disk.
    void sync() const;

private:
    explicit FolderLock(int descriptor) : descriptor_(descriptor) {}

    int descriptor_;
};

/// Exclusive use of a path among the processes of this machine that lock it, whether or not a file
/// exists there. Ends with this object or with its process.
class PathLock {
public:
    /// Nothing while another lock of this path exists, in this process too, also by another name
    /// through links. Where the system allows no such lock, it is granted.
    static std::optional<PathLock> try_lock(const std::filesystem::path& path);

    PathLock(PathLock&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
    PathLock& operator=(PathLock&& other) noexcept {
        std::swap(socket_, other.socket_);
        return *this;
    }
    ~PathLock();

private:
    explicit PathLock(int socket) : socket_(socket) {}

    int socket_;  ///< bound to an abstract name made from the path, which the kernel holds once
};

}  // namespace glint
