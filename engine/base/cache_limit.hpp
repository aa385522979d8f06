// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

namespace glint {

/// How much a cache holds, or lost.
struct CacheSize {
    std::size_t entries = 0;
    std::size_t bytes = 0;

    friend bool operator==(const CacheSize&, const CacheSize&) = default;
};

/// What `cache_folder()` holds, of every kind. Zero where there is no such folder.
CacheSize cache_size();

/// Removes the entries in `cache_folder()` that were used least recently, until at most
/// `keep_bytes` are left; returns what it removed. Safe while other processes use the folder: what
/// they miss then is compiled again. What writers left that were killed more than an hour ago goes
/// in any case; files that are no entries stay.
CacheSize trim_cache(std::size_t keep_bytes);

/// Trims `folder` as `trim_cache(keep_bytes)` trims `cache_folder()`.
CacheSize trim_cache(const std::filesystem::path& folder, std::size_t keep_bytes);

/// "1.5 GB", "20MB" or "512" in bytes (kB, MB, GB and TB are powers of 1000); nothing for text that
/// is no size.
std::optional<std::size_t> parse_size(std::string_view text);

/// What `$GLINT_CACHE_LIMIT` says, as in "500 MB" or "2GB"; 2 GB where it is not set, nothing for
/// "none". About one in sixteen new entries has the folder trimmed to it. Text that is no size is
/// warned of once and taken for 2 GB.
std::optional<std::size_t> cache_limit_bytes();

}  // namespace glint
