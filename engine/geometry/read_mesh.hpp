#pragma once

#include <filesystem>

#include <glint/geometry/triangle_mesh.hpp>

namespace glint {

/// Whether the path ends as files of meshes do that read_mesh() reads: `.stl`, `.ply` or `.obj`, in
/// any case.
bool is_mesh_file(const std::filesystem::path& path);

/// Reads STL (binary or text), PLY or OBJ, by the path's extension. Polygons become triangles, and
/// corners at the very same place one position; what the file has besides is left. Positions are
/// floats, as the format or Assimp, which reads the files, has them.
///
/// Throws Error(unsupported) for other extensions, Error(bad_input) for a file that is none of its
/// kind, that has no triangles, or a corner whose place is no number or infinite, and what
/// `read_text` throws.
TriangleMesh read_mesh(const std::filesystem::path& path);

}  // namespace glint
