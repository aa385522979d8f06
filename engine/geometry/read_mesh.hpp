// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <glint/geometry/triangle_mesh.hpp>

namespace glint {

/// Returns true if the path ends in `.stl`, `.ply` or `.obj`, in uppercase or lowercase.
bool is_mesh_file(const std::filesystem::path& path);

/// Reads STL (binary or text), PLY or OBJ, selected by the path's extension. Polygons become
/// triangles, and corners at exactly the same position share one position. Ignores colors, normals,
/// textures, materials and groups, and opens no other file. Positions are floats.
///
/// If the size of an STL file does not match its facet count, the file is read with a warning in
/// the log. Throws Error(unsupported) for other extensions, and the errors of read_text(). Throws
/// Error(bad_input), with the line, byte or face, for a file that is not of its format, has no
/// triangles, or has a corner whose position is NaN or infinite.
TriangleMesh read_mesh(const std::filesystem::path& path);

}  // namespace glint
