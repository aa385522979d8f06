// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace glint {

struct PendingFileOptions {
    std::optional<unsigned> permissions{};  ///< as ReplaceOptions has them
    bool durable = true;                    ///< whether it is on the disk when it is finished
    bool makes_folders = true;              ///< those that are missing
};

/// A file that is written bit by bit and has its name only once it is whole: until then it lies
/// under a temporary one beside it, and is removed if that never comes. Whoever dies meanwhile
/// leaves a file that is_left_over() knows.
///
/// All throw Error(io) with the path and the system's reason.
class PendingFile {
public:
    /// Links are followed. What is there and is no regular file, as a pipe
    /// or a device, is written to as it is; a pipe has to be read within half a second.
    explicit PendingFile(const std::filesystem::path& path, const PendingFileOptions& options = {});
    PendingFile(PendingFile&&) noexcept;
    ~PendingFile();

    /// Appends; the bytes go to the system as they are, without a buffer between.
    void write(std::span<const std::byte> content);
    void write(std::string_view content) { write(std::as_bytes(std::span(content))); }

    /// Gives the file its name, in place of what was there. Nothing follows it.
    void finish();

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// While it lives, files that this thread finishes, durable ones too, are on the disk only once
/// sync() was called: a disk takes as long for many as for one.
class LateSync {
public:
    LateSync();
    ~LateSync();
    LateSync(const LateSync&) = delete;
    LateSync& operator=(const LateSync&) = delete;

    /// Brings all of them to the disk that this thread finished since the last call; nothing if
    /// none lives. Throws Error(io).
    static void sync();
};

/// Returns once these files, which were written without `durable`, and their names
/// are on the disk. Those that are gone are passed over. Throws Error(io).
void sync_files(std::span<const std::filesystem::path> files);

}  // namespace glint
