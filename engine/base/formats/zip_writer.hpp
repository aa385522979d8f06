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
    /// From this size or place on, numbers are stored in 64 bits.
    std::uint64_t wide_from = 0xffff'ffff;
};

/// Writes a `.zip` archive whose entries are stored as they are, one after the other, of any size.
/// It is sealed: its comment holds a hash of all before, by which any change of a bit is seen.
/// Format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
class ZipWriter {
public:
    /// The file has to outlive it. What is written there throws what PendingFile does.
    explicit ZipWriter(PendingFile& file, const ZipWriterOptions& options = {});
    ~ZipWriter();
    ZipWriter(const ZipWriter&) = delete;
    ZipWriter& operator=(const ZipWriter&) = delete;

    /// An entry made of these parts in their order.
    void add(const std::string& name, std::span<const std::span<const std::byte>> parts);
    void add(const std::string& name, std::string_view content);
    /// Writes what stands at an archive's end. Nothing follows it; the file is not finished.
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

/// Whether the bytes are those of an archive that ZipWriter sealed, each of them.
bool is_sealed(std::string_view archive);

}  // namespace glint
