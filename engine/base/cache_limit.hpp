// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

namespace glint {

/// Number of cache entries and their total size, held or removed.
struct CacheSize {
    std::size_t entries = 0;
    std::size_t bytes = 0;

    friend bool operator==(const CacheSize&, const CacheSize&) = default;
};

/// Returns the size of everything in `cache_folder()`, or zero if the folder does not exist.
CacheSize cache_size();

/// Removes the least recently used entries in `cache_folder()` until at most `keep_bytes` are left.
/// Returns the size of the removed entries. Safe while other processes use the folder: they
/// recompile entries that they no longer find. Always removes files left by writers that were
/// killed more than an hour ago. Keeps files that are not cache entries.
CacheSize trim_cache(std::size_t keep_bytes);

/// Trims `folder` the same way.
CacheSize trim_cache(const std::filesystem::path& folder, std::size_t keep_bytes);

/// Parses "1.5 GB", "20MB" or "512" as bytes (kB, MB, GB and TB are powers of 1000). Returns
/// nullopt for text that is not a size.
std::optional<std::size_t> parse_size(std::string_view text);

/// Returns the limit set by `$GLINT_CACHE_LIMIT`, such as "500 MB" or "2GB": 2 GB if it is not set,
/// nullopt for "none". About one in sixteen new entries triggers a trim to this limit. Text that is
/// not a size is warned about once and treated as 2 GB.
std::optional<std::size_t> cache_limit_bytes();

}  // namespace glint
