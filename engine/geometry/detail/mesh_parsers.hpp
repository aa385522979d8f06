// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/geometry/triangle_mesh.hpp>

/// The parsers behind read_mesh(), one for each format. Each takes time and memory about in
/// proportion to the file's size, opens no other file, and returns a mesh that has triangles,
/// indices within the positions, and finite positions. Throws Error(bad_input) for all else.
namespace glint::detail {

/// STL, binary or text. A binary file whose size differs from what its count of facets says is read
/// as far as the size allows; what was done about it is appended to `warnings`.
TriangleMesh parse_stl(const InputFile& file, std::vector<std::string>& warnings);

/// Wavefront OBJ: `v` and `f`. All other statements are skipped, the names of material files among
/// them. A '#' begins a comment anywhere, and a backslash at its end continues a line.
TriangleMesh parse_obj(const InputFile& file);

/// PLY: the elements "vertex", "face" and "tristrips", in any order.
TriangleMesh parse_ply_mesh(const InputFile& file);

}  // namespace glint::detail
