// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/base/disk_cache.hpp>

namespace glint::compiler {

/// Compiled binaries on disk, keyed by everything that they are made from: source, the content of
/// every included header, options, compiler version and target. What cannot be read or written is
/// compiled again, never an error.
class BinaryCache {
public:
    /// In `folder`; no folder makes a cache that holds nothing.
    explicit BinaryCache(std::optional<std::filesystem::path> folder);

    std::optional<Binary> load(const std::string& key) const;
    /// Warns once if the folder cannot be written.
    void store(const std::string& key, const Binary& binary) const;

private:
    DiskCache entries_;
};

/// The key of `source`, whose headers are all that it includes, compiled by the compiler that calls
/// itself `identity`.
std::string cache_key(const Source& source, std::string_view identity);

}  // namespace glint::compiler
