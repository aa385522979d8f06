// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// The file of a simulation's bookmarks: of `pond.cu`, `pond.bookmarks.toml` beside it.
std::filesystem::path bookmark_file(const std::filesystem::path& simulation_file);

/// What is in it; none if it is not there. Throws Error(io), and Error(bad_input), "FILE:LINE:
/// message", for what is no TOML or no bookmark. Warns of unknown names.
Viewer::Bookmarks read_bookmarks(const std::filesystem::path& file);

/// Those in a text, which messages call `file`.
Viewer::Bookmarks parse_bookmarks(std::string_view text, const std::filesystem::path& file);

/// The same as a text: a table for each bookmark, `[1]` to `[9]`.
std::string bookmark_text(std::string_view title, const Viewer::Bookmarks& bookmarks);

}  // namespace glint::studio
