// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include <apps/glint/viewed_file.hpp>

namespace glint::apps {

/// Returns true if a file has triangles: `.stl` and `.obj` files, and `.ply` files whose header
/// declares faces as lists. Throws the errors of FilePieces, and Error(bad_input) for a bad header.
bool has_faces(const std::filesystem::path& file);

/// Creates the view of a mesh: the zero level of a signed distance field with a few million cells.
/// An open mesh becomes a shell that is 1.5 cells thick, with a warning. `as` names another view of
/// the distances; "" means the zero level. Throws app::WrongOption for a view that does not fit,
/// and the errors of reading the file.
ViewedFile view_of_mesh(const std::filesystem::path& file, std::string_view as);

}  // namespace glint::apps
