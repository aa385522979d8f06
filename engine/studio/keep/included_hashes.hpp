// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glint::studio {

/// Pairs of path and content_hash(), in alphabetical order. Paths are relative to the folder of the
/// including file, such as "rule.cuh".
using IncludedHashes = std::vector<std::pair<std::string, std::string>>;

/// Returns the files that a text of `file` includes, directly and indirectly, except the headers of
/// glint and of the toolkit. Conditions are not evaluated. Paths are absolute.
std::vector<std::filesystem::path> included_files(const std::filesystem::path& file,
                                                  std::string_view text);

/// Returns the included files with their hashes. Names that are not UTF-8 are escaped. Throws the
/// errors of read_text().
IncludedHashes included_hashes(const std::filesystem::path& file, std::string_view text);

/// Returns the first file that is in only one list or differs in content; empty if there is none.
std::string first_difference(const IncludedHashes& one, const IncludedHashes& other);

}  // namespace glint::studio
