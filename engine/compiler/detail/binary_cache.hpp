// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/base/disk_cache.hpp>

namespace glint::compiler {

/// A binary from the cache. If the cache does not have it, the claim to create it; see
/// DiskCache::load_or_claim().
struct CachedBinary {
    std::optional<Binary> binary{};
    std::optional<PathLock> claim{};
};

/// A cache of compiled binaries on disk. The key of a binary is derived from all data that
/// determine the binary: the source, the content of all included headers, the options, the
/// compiler's version and the target. If a binary cannot be read or written, this is not an error:
/// the source is compiled again.
class BinaryCache {
public:
    /// Stores binaries in `folder`. If `folder` is nullopt, the cache stays empty.
    explicit BinaryCache(std::optional<std::filesystem::path> folder);

    CachedBinary load_or_claim(const std::string& key) const;
    /// Stores a binary. Warns once if that fails.
    void store(const std::string& key, const Binary& binary) const;

private:
    DiskCache entries_;
};

/// Returns the key of `source` for the compiler with this `identity`. `source.headers` must contain
/// all files that the source includes.
std::string cache_key(const Source& source, std::string_view identity);

}  // namespace glint::compiler
