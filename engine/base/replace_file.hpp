// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>

namespace glint {

struct ReplaceOptions {
    /// File permissions. If nullopt, the new file keeps the owner and permissions of the file that
    /// it replaces; without such a file, it gets 0666 minus the umask.
    std::optional<unsigned> permissions{};
    /// True to return only after the content and the name are on disk. If false, a system crash may
    /// leave an empty file.
    bool durable = true;
};

/// Like `write_atomically`, but with options.
void replace_file(const std::filesystem::path& path, std::span<const std::byte> content,
                  const ReplaceOptions& options = {});

/// Returns true for the name of a temporary file that a killed writer left next to its target.
bool is_left_over(const std::filesystem::path& name);

}  // namespace glint
