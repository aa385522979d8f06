// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>

namespace glint {

struct ReplaceOptions {
    /// File permissions. nullopt: keep owner and permissions of the replaced file, or use 0666
    /// minus the umask for a new one.
    std::optional<unsigned> permissions{};
    /// True to return only once content and name are on disk. Otherwise a system crash may leave an
    /// empty file.
    bool durable = true;
};

/// Like `write_atomically`, with options.
void replace_file(const std::filesystem::path& path, std::span<const std::byte> content,
                  const ReplaceOptions& options = {});

/// Returns true for the name of a temporary file that a killed writer left next to its target.
bool is_left_over(const std::filesystem::path& name);

}  // namespace glint
