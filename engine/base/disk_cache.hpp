// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace glint {

/// Blocks of bytes on disk, found by a key that says all they are made from.
///
/// Entries are checksummed and written by rename, so processes of one user may share a folder. What
/// others could have written is neither read nor trusted with new entries: the folders are made for
/// this user alone, and entries and folders of other users, or that others may write, do not count.
/// What cannot be read or written has to be made again; it is never an error. New entries push out
/// those that were used least recently, as `cache_limit_bytes()` says.
class DiskCache {
public:
    /// Holds its entries in `folder`/`kind`; no folder makes a cache that holds nothing. Entries
    /// of another `layout` count as damaged.
    DiskCache(std::optional<std::filesystem::path> folder, std::string kind, unsigned layout);

    /// What was stored under `key`, a hash of at least three digits.
    std::optional<std::string> load(const std::string& key) const;

    /// Returns why the entry could not be written, or nothing.
    [[nodiscard]] std::optional<std::string> store(const std::string& key,
                                                   std::string_view payload) const;

    const std::optional<std::filesystem::path>& folder() const noexcept { return folder_; }

private:
    std::filesystem::path place_of(const std::string& key) const;
    std::string head_of(const std::string& key) const;
    void keep_limit(const std::string& key) const;

    std::optional<std::filesystem::path> folder_;
    std::string kind_;
    unsigned layout_;
};

}  // namespace glint
