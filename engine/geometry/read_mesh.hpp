// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <glint/geometry/triangle_mesh.hpp>

namespace glint {

/// Returns true if the path ends in `.stl`, `.ply` or `.obj`, in uppercase or lowercase.
bool is_mesh_file(const std::filesystem::path& path);

/// Reads an STL (binary or text), PLY or OBJ file. The path's extension selects the format.
/// Polygons become triangles, and corners at exactly the same position share one position. Ignores
/// colors, normals, textures, materials and groups, and opens no other file. Positions are floats.
///
/// If the size of an STL file does not match its facet count, reads the file and logs a warning.
/// Throws Error(unsupported) for other extensions, and the errors of read_text(). Throws
/// Error(bad_input), with the line, byte or face, for a file whose content does not match its
/// format, that has no triangles, or that has a corner whose position is NaN or infinite.
TriangleMesh read_mesh(const std::filesystem::path& path);

}  // namespace glint
