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
    bool durable = true;                    ///< true if finish() flushes the file to disk
    bool makes_folders = true;              ///< true to create missing folders
};

/// A file that is written incrementally and gets its name only when it is complete. Until then it
/// has a temporary name in the same folder. The destructor removes an unfinished file. If the
/// process is killed first, the temporary file remains; is_left_over() recognizes its name.
class PendingFile {
public:
    /// Opens the file; follows links. If the path exists and is not a regular file, such as a pipe
    /// or device, writes go directly to it. A pipe must have a reader within half a second.
    explicit PendingFile(const std::filesystem::path& path, const PendingFileOptions& options = {});
    PendingFile(PendingFile&&) noexcept;
    ~PendingFile();

    /// Appends `content`. Passes the bytes directly to the system, without a buffer.
    void write(std::span<const std::byte> content);
    void write(std::string_view content) { write(std::as_bytes(std::span(content))); }

    /// Gives the file its name and replaces an existing file. Do not write afterwards.
    void finish();

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// While an object of this class exists, files that this thread finishes are not flushed to disk
/// until sync(), not even durable ones. Flushing many files together takes no longer than flushing
/// one.
class LateSync {
public:
    LateSync();
    ~LateSync();
    LateSync(const LateSync&) = delete;
    LateSync& operator=(const LateSync&) = delete;

    /// Flushes the durable files that this thread has finished since the last call. Does nothing if
    /// no LateSync exists. Throws Error(io).
    static void sync();
};

/// Flushes files that were written without `durable`, and their names, to disk. Skips files that no
/// longer exist. Throws Error(io).
void sync_files(std::span<const std::filesystem::path> files);

}  // namespace glint
