// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glint {

/// Reads a whole regular file, even if the system reports a wrong size, as in /proc. Throws
/// Error(not_found) or Error(io) with the path and the system's reason, and Error(out_of_memory).
/// Throws Error(io) for a folder, pipe, socket or device, without opening it or waiting for it.
std::string read_text(const std::filesystem::path& path);
std::vector<std::byte> read_bytes(const std::filesystem::path& path);

/// Writes to a temporary file next to `path` and renames it, so that the file is never partial,
/// even after a crash. The file and its name are on disk when the function returns. Follows links.
/// Preserves the owner and permissions of a file that it replaces. Writes directly to pipes,
/// devices and other non-regular files. Creates missing folders. Throws Error(io).
void write_atomically(const std::filesystem::path& path, std::span<const std::byte> content);
void write_atomically(const std::filesystem::path& path, std::string_view content);

/// Returns the 128-bit XXH3 hash of `content`, as 32 hexadecimal digits.
std::string content_hash(std::string_view content);

/// Returns the folder for files that can be recreated: `$GLINT_CACHE_DIR`, `$XDG_CACHE_HOME/glint`
/// or `~/.cache/glint`. Returns nullopt if `GLINT_CACHE=off` or if no home folder is known. Also
/// returns nullopt if `$GLINT_KEEP` is set, so that compilations run and leave their intermediate
/// files.
std::optional<std::filesystem::path> cache_folder();

/// Finds a file that ships with glint (a kernel, the device library) by its path in the source
/// tree, such as "kernels/glint/random.cuh". Searches `$GLINT_ROOT`, the program's folder,
/// share/glint next to that folder, and the package that the program was linked with (see
/// package.hpp). Throws Error(not_found) with the folders that were searched.
std::filesystem::path resource(std::string_view relative_path);

}  // namespace glint
