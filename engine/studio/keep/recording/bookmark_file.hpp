// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// Returns the path of a simulation's bookmark file: `pond.bookmarks.toml` next to `pond.cu`.
std::filesystem::path bookmark_file(const std::filesystem::path& simulation_file);

/// Reads the bookmarks in a file. Returns no bookmarks if the file does not exist. Throws
/// Error(io). For invalid TOML or an invalid bookmark, throws Error(bad_input) with "FILE:LINE:
/// message". Logs a warning for unknown names.
Viewer::Bookmarks read_bookmarks(const std::filesystem::path& file);

/// Parses the bookmarks in a text. Error messages refer to the text as `file`. Throws as
/// read_bookmarks() does.
Viewer::Bookmarks parse_bookmarks(std::string_view text, const std::filesystem::path& file);

/// Returns the bookmarks as TOML: a comment with `title`, and one table per bookmark, `[1]` to
/// `[9]`.
std::string bookmark_text(std::string_view title, const Viewer::Bookmarks& bookmarks);

}  // namespace glint::studio
