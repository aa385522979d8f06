// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/base/formats/input_file.hpp>

namespace glint {

/// A file in a `.zip` archive.
struct ZipEntry {
    std::string name;
    std::string content;
};

/// Reads `.zip` archives whose entries are stored or deflated, including archives beyond 4 GB, but
/// not encrypted or multi-part ones. Verifies every entry's checksum and rejects entries whose
/// bytes overlap. If all entries together would expand to more than `expansion_limit` allows, the
/// archive can be listed, but its compressed entries cannot be read. Format:
/// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
class ZipReader {
public:
    /// Keeps a reference to the file. Throws Error(bad_input), naming the byte at fault, if it is
    /// not an archive.
    explicit ZipReader(const InputFile& file);

    /// In the archive's order.
    std::vector<std::string> names() const;
    bool has(std::string_view name) const;
    /// Returns an entry's content. Throws Error(not_found), naming the entries that exist, and
    /// Error(bad_input) if the entry is damaged or in an unsupported form.
    std::string read(std::string_view name) const;

private:
    struct Place {
        std::string name{};
        unsigned flags = 0, method = 0;
        std::size_t checksum = 0, stored_bytes = 0, content_bytes = 0, header_at = 0, at = 0;
    };

    [[noreturn]] void fail(const Place& place, std::string_view reason) const;
    void read_directory();
    std::size_t end_of(const Place& place) const;
    void refuse_overlaps() const;
    Place read_place(std::size_t at) const;
    void widen(Place& place, std::size_t extra_at, std::size_t extra_bytes) const;
    std::string_view stored(const Place& place) const;
    std::string_view uncompressed(const Place& place) const;
    std::string inflated(const Place& place) const;
    std::size_t number(std::size_t at, std::size_t bytes) const;

    const InputFile& file_;
    std::vector<Place> places_;
    std::map<std::string, std::size_t, std::less<>> index_;  ///< first entry of each name
    std::size_t expanded_bytes_ = 0;                         ///< of all compressed entries
};

/// Returns the bytes of an archive of these entries, deflated if `compressed`. Throws
/// Error(invalid_argument) for an archive of 4 GB or more, or of more than 65,535 entries.
std::string zip_archive(std::span<const ZipEntry> entries, bool compressed);

}  // namespace glint
