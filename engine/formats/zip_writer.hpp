// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

class PendingFile;

struct ZipWriterOptions {
    /// Sizes and offsets of at least this value are stored in 64-bit fields.
    std::uint64_t wide_from = 0xffff'ffff;
};

/// Writes a `.zip` archive of uncompressed entries of any size. The archive is sealed: its comment
/// holds a hash of all preceding bytes, which detects any changed bit. Bytes are written once and
/// in order, so the target may be a pipe. libzip does not allow this: it would seek back to each
/// entry's header, and the hash would require reading the archive again.
/// Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
class ZipWriter {
public:
    /// `file` must outlive this object. Member functions that write throw what PendingFile throws.
    explicit ZipWriter(PendingFile& file, const ZipWriterOptions& options = {});
    ~ZipWriter();
    ZipWriter(const ZipWriter&) = delete;
    ZipWriter& operator=(const ZipWriter&) = delete;

    /// Adds an entry that is the concatenation of `parts`.
    void add(const std::string& name, std::span<const std::span<const std::byte>> parts);
    void add(const std::string& name, std::string_view content);
    /// Writes the end of the archive. Do not add entries afterwards. This function does not call
    /// PendingFile::finish(); call it afterwards.
    void finish();

private:
    struct Entry {
        std::string name;
        std::uint32_t checksum = 0;
        std::uint64_t size = 0;
        std::uint64_t at = 0;
    };
    struct Hash;

    void write(std::span<const std::byte> bytes);
    void write(std::string_view text);
    std::string directory_entry(const Entry& entry) const;
    std::string wide_end(std::uint64_t at, std::uint64_t size) const;

    PendingFile& file_;
    ZipWriterOptions options_;
    std::unique_ptr<Hash> hash_;
    std::vector<Entry> entries_;
    std::uint64_t at_ = 0;
};

/// Returns true if a ZipWriter sealed the archive and no byte has changed since.
bool is_sealed(std::string_view archive);

}  // namespace glint
