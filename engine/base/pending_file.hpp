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
    std::optional<unsigned> permissions{};  ///< see ReplaceOptions
    bool durable = true;                    ///< flush to disk in finish()
    bool makes_folders = true;              ///< create missing folders
};

/// A file that is written incrementally and gets its name only when it is complete. Until then it
/// has a temporary name in the same folder. It is removed if it is never finished. If the process
/// dies before that, is_left_over() recognizes the file that remains.
class PendingFile {
public:
    /// Follows links. An existing path that is not a regular file, such as a pipe or device, is
    /// written to directly; a pipe must have a reader within half a second.
    explicit PendingFile(const std::filesystem::path& path, const PendingFileOptions& options = {});
    PendingFile(PendingFile&&) noexcept;
    ~PendingFile();

    /// Appends `content`. The bytes go to the system directly, without buffering.
    void write(std::span<const std::byte> content);
    void write(std::string_view content) { write(std::as_bytes(std::span(content))); }

    /// Gives the file its name, replacing an existing file. Do not write afterwards.
    void finish();

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// While an instance exists, files that this thread finishes, durable ones included, are not
/// flushed to disk until sync(). Flushing many files together takes no longer than flushing one.
class LateSync {
public:
    LateSync();
    ~LateSync();
    LateSync(const LateSync&) = delete;
    LateSync& operator=(const LateSync&) = delete;

    /// Flushes all files that this thread finished since the last call; does nothing without an
    /// instance. Throws Error(io).
    static void sync();
};

/// Returns once these files, written without `durable`, and their names are on disk. Skips files
/// that no longer exist. Throws Error(io).
void sync_files(std::span<const std::filesystem::path> files);

}  // namespace glint
