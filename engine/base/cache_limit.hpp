// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

namespace glint {

/// Number and total size of cache entries: of all entries, or of those that trim_cache() removed.
struct CacheSize {
    std::size_t entries = 0;
    std::size_t bytes = 0;

    friend bool operator==(const CacheSize&, const CacheSize&) = default;
};

/// Returns the size of everything in `cache_folder()`, or zero if the folder does not exist.
CacheSize cache_size();

/// Removes the least recently used entries in `cache_folder()` until the total size is at most
/// `keep_bytes`. Returns the number and size of the removed entries. Other processes may use the
/// folder at the same time; they recompile removed entries. Also removes temporary files of killed
/// processes that are more than an hour old. Leaves all files that are not cache entries.
CacheSize trim_cache(std::size_t keep_bytes);

/// Trims `folder` instead of `cache_folder()`.
CacheSize trim_cache(const std::filesystem::path& folder, std::size_t keep_bytes);

/// Parses "1.5 GB", "20MB" or "512" as bytes (kB, MB, GB and TB are powers of 1000). Returns
/// nullopt for text that is not a size.
std::optional<std::size_t> parse_size(std::string_view text);

/// Returns the limit that `$GLINT_CACHE_LIMIT` sets, such as "500 MB" or "2GB". Returns 2 GB if the
/// variable is not set, and nullopt if it is "none". For any other text, warns once and returns 2
/// GB. About one in sixteen new entries triggers a trim to this limit.
std::optional<std::size_t> cache_limit_bytes();

}  // namespace glint
