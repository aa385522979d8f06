// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include <apps/glint/viewed_file.hpp>

namespace glint::apps {

/// Whether a file has triangles: `.stl`, `.obj`, and those `.ply` whose header tells of faces that
/// are lists. Throws what FilePieces does, and Error(bad_input) for a header at fault.
bool has_faces(const std::filesystem::path& file);

/// A mesh as the surface at distance 0 of a field of signed distances, of some million cells in
/// all; one that is not closed as a shell of 1.5 cells, which a warning says. `as` is another view
/// of the distances, or "". Throws app::WrongOption for a view that does not fit, and what reading
/// the file does.
ViewedFile view_of_mesh(const std::filesystem::path& file, std::string_view as);

}  // namespace glint::apps
