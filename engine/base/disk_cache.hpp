// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <glint/base/path_lock.hpp>

namespace glint {

/// A payload of the cache, or, if the entry was missing, the claim to create it.
struct CachedPayload {
    std::optional<std::string> payload{};
    std::optional<PathLock> claim{};
};

/// A cache of byte strings on disk. Each key identifies all inputs that the bytes were made from.
///
/// Entries are checksummed and written by rename, so processes of one user may share a folder. The
/// cache trusts nothing that another user could have written: it creates folders that only this
/// user can access, and ignores entries and folders that other users own or may write to. An entry
/// that cannot be read or written is never an error; the caller recreates the data. New entries
/// evict the least recently used ones, subject to `cache_limit_bytes()`.
class DiskCache {
public:
    /// Stores entries in `folder`/`kind`. If `folder` is nullopt, the cache stays empty. Entries
    /// with a different `layout` count as damaged.
    DiskCache(std::optional<std::filesystem::path> folder, std::string kind, unsigned layout);

    /// Returns the payload stored under `key`, or nullopt if the entry is missing or damaged. `key`
    /// is a hash of at least three digits.
    std::optional<std::string> load(const std::string& key) const;

    /// Like load(). If the entry is missing, also claims it. While the claim exists, other threads
    /// and processes on this machine that call this function for the same key wait, and then load
    /// the entry. After a minute, they get neither the entry nor a claim; the caller then creates
    /// the entry as well.
    CachedPayload load_or_claim(const std::string& key) const;

    /// Stores `payload`. If that fails, returns the reason, else nullopt.
    [[nodiscard]] std::optional<std::string> store(const std::string& key,
                                                   std::string_view payload) const;

    const std::optional<std::filesystem::path>& folder() const noexcept { return folder_; }

private:
    std::optional<std::string> read(const std::string& key, bool reports_damage) const;
    std::filesystem::path place_of(const std::string& key) const;
    std::string head_of(const std::string& key) const;
    void keep_limit(const std::string& key) const;

    std::optional<std::filesystem::path> folder_;
    std::string kind_;
    unsigned layout_;
};

}  // namespace glint
