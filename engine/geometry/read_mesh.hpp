// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <glint/geometry/triangle_mesh.hpp>

namespace glint {

/// Returns true if the path ends in `.stl`, `.ply` or `.obj`, in any case.
bool is_mesh_file(const std::filesystem::path& path);

/// Reads STL (binary or text), PLY or OBJ, by the path's extension. Polygons become triangles, and
/// corners at the very same place one position. Colors, normals, textures, materials and groups are
/// ignored, and no other file is opened. Positions are floats.
///
/// An STL whose size does not fit its count of facets is read with a warning in the log. Throws
/// Error(unsupported) for other extensions, Error(bad_input), naming the line, byte or face at
/// fault, for a file that is not of its format, has no triangles, or has a corner whose position is
/// NaN or infinite, and what `read_text` throws.
TriangleMesh read_mesh(const std::filesystem::path& path);

}  // namespace glint
