// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>

namespace glint {

struct ReplaceOptions {
    /// The file's permissions. Nothing: owner and permissions of the file that is replaced, or what
    /// the umask leaves of 0666.
    std::optional<unsigned> permissions{};
    /// Whether content and name are on the disk when it returns. Without that a crash of the whole
    /// system may leave an empty file.
    bool durable = true;
};

/// What `write_atomically` does, with options.
void replace_file(const std::filesystem::path& path, std::span<const std::byte> content,
                  const ReplaceOptions& options = {});

/// Whether a file of this name is one that a writer which was killed has left beside its target.
bool is_left_over(const std::filesystem::path& name);

}  // namespace glint
