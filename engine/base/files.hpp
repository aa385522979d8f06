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

/// The whole of a regular file, whose memory is taken as its content arrives. Throws
/// Error(not_found) or Error(io) with the path and the system's reason, Error(io) for a folder, a
/// pipe, a socket or a device, which it neither opens nor waits for, and Error(out_of_memory).
std::string read_text(const std::filesystem::path& path);
std::vector<std::byte> read_bytes(const std::filesystem::path& path);

/// Writes to a temporary file beside `path` and renames it, so that a reader or a crash never
/// sees half a file; both are on the disk when it returns. Links are followed, and a file that is
/// replaced hands on its owner and permissions. What is no regular file, as a pipe or a device, is
/// written to as it is. Creates missing folders. Throws Error(io).
void write_atomically(const std::filesystem::path& path, std::span<const std::byte> content);
void write_atomically(const std::filesystem::path& path, std::string_view content);

/// 128-bit XXH3 of `content`, as 32 hexadecimal digits.
std::string content_hash(std::string_view content);

/// The folder for files that can be made again: `$GLINT_CACHE_DIR`, `$XDG_CACHE_HOME/glint` or
/// `~/.cache/glint`; nothing when `GLINT_CACHE=off` or no home is known, or when `$GLINT_KEEP` asks
/// to see how things are made.
std::optional<std::filesystem::path> cache_folder();

/// A file that ships with glint (a kernel, the device library), by its path in the source tree,
/// as in "kernels/glint/random.cuh". Looked for under `$GLINT_ROOT`, beside the program (in its
/// folder and in ../share/glint) and in the package that it was linked with (see package.hpp).
/// Throws Error(not_found) with the places that were tried.
std::filesystem::path resource(std::string_view relative_path);

}  // namespace glint
