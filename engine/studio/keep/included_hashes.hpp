// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glint::studio {

/// Files by their paths from the folder of the file that includes them, "rule.cuh", in alphabetical
/// order, each with its content_hash().
using IncludedHashes = std::vector<std::pair<std::string, std::string>>;

/// The files that a text of `file` includes, directly and through others, without glint's own
/// headers and those of the toolkit. Conditions are not evaluated. Paths are absolute.
std::vector<std::filesystem::path> included_files(const std::filesystem::path& file,
                                                  std::string_view text);

/// The same files with their hashes. Names that are not UTF-8 are escaped. Throws what read_text()
/// does.
IncludedHashes included_hashes(const std::filesystem::path& file, std::string_view text);

/// The first file that only one of them has, or that has another content; empty if there is none.
std::string first_difference(const IncludedHashes& one, const IncludedHashes& other);

}  // namespace glint::studio
