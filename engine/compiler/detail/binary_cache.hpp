// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/base/disk_cache.hpp>

namespace glint::compiler {

/// Compiled binaries on disk. The key is derived from everything that determines a binary: the
/// source, the content of all included headers, options, compiler version and target. A binary that
/// cannot be read or written is compiled again without an error.
class BinaryCache {
public:
    /// Stores binaries in `folder`; without a folder the cache stays empty.
    explicit BinaryCache(std::optional<std::filesystem::path> folder);

    std::optional<Binary> load(const std::string& key) const;
    /// Warns once if the folder cannot be written.
    void store(const std::string& key, const Binary& binary) const;

private:
    DiskCache entries_;
};

/// Returns the key of `source` for the compiler with this `identity`. The headers of `source` must
/// be all files that it includes.
std::string cache_key(const Source& source, std::string_view identity);

}  // namespace glint::compiler
