// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/formats/input_file.hpp>

struct zip;  // libzip's archive

namespace glint {

/// A file in a `.zip` archive.
struct ZipEntry {
    std::string name;
    std::string content;
};

/// Reads `.zip` archives whose entries are stored or deflated, including archives beyond 4 GB. Does
/// not support encrypted or multi-part archives. Verifies the checksum of each entry that it reads.
/// Rejects archives whose entries together are larger than the file. If all compressed entries
/// together would expand to more than `expansion_limit` allows, read() rejects compressed entries,
/// but names() still lists them.
class ZipReader {
public:
    /// Keeps a reference to `file`. Throws Error(bad_input) if the file is not an archive.
    explicit ZipReader(const InputFile& file);

    /// Returns the entries' names, in the archive's order.
    std::vector<std::string> names() const;
    bool has(std::string_view name) const;
    /// Returns an entry's content. Throws Error(not_found), naming the existing entries. Throws
    /// Error(bad_input) if the entry is damaged or stored in an unsupported form.
    std::string read(std::string_view name) const;

private:
    struct Close {
        void operator()(::zip* archive) const;
    };

    const InputFile& file_;
    std::unique_ptr<::zip, Close> archive_;
    std::map<std::string, std::uint64_t, std::less<>> index_;  ///< index of the first entry of each
                                                               ///< name
    std::size_t expanded_bytes_ = 0;                           ///< total size of all compressed
                                                               ///< entries
};

/// Returns the bytes of an archive with these entries, which are deflated if `compressed` is true.
/// Throws Error(invalid_argument) if two entries have the same name.
std::string zip_archive(std::span<const ZipEntry> entries, bool compressed);

}  // namespace glint
