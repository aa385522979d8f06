// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glint::studio {

/// The path and the content_hash() of each included file, in alphabetical order. Paths such as
/// "rule.cuh" are relative to the folder of the file that was scanned for includes.
using IncludedHashes = std::vector<std::pair<std::string, std::string>>;

/// Returns the files that `text`, a version of `file`, includes directly or indirectly, except the
/// headers of glint and of the CUDA toolkit. Conditions such as `#if` are ignored: all includes
/// count. Paths are absolute.
std::vector<std::filesystem::path> included_files(const std::filesystem::path& file,
                                                  std::string_view text);

/// Returns the included files with their hashes. Paths that are not UTF-8 are escaped. Throws the
/// errors of read_text().
IncludedHashes included_hashes(const std::filesystem::path& file, std::string_view text);

/// Returns the path of the first file that is in only one list or differs in content; empty if the
/// lists are equal.
std::string first_difference(const IncludedHashes& one, const IncludedHashes& other);

}  // namespace glint::studio
