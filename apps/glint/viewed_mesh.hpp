// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include <apps/glint/viewed_file.hpp>

namespace glint::apps {

/// Returns true if a file has triangles: `.stl`, `.obj`, and `.ply` files whose header declares
/// faces as lists. Throws the errors of FilePieces, and Error(bad_input) for a bad header.
bool has_faces(const std::filesystem::path& file);

/// Makes the view of a mesh: the surface at distance 0 of a field of signed distances, with a few
/// million cells in total. A mesh that is not closed becomes a shell of 1.5 cells, with a warning.
/// `as` is another view of the distances, or "". Throws app::WrongOption for a view that does not
/// fit, and the errors of reading the file.
ViewedFile view_of_mesh(const std::filesystem::path& file, std::string_view as);

}  // namespace glint::apps
