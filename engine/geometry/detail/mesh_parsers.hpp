// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/geometry/triangle_mesh.hpp>

/// The parsers of read_mesh(), one per format. Time and memory are roughly proportional to the
/// file's size, and no other file is opened. The returned mesh has triangles, indices within the
/// positions, and finite positions. Throws Error(bad_input) for any other input.
namespace glint::detail {

/// STL, binary or text. If the size of a binary file does not match its facet count, reads as many
/// facets as the size allows, and appends an explanation to `warnings`.
TriangleMesh parse_stl(const InputFile& file, std::vector<std::string>& warnings);

/// Wavefront OBJ: `v` and `f`. All other statements are skipped, including the names of material
/// files. A '#' begins a comment anywhere, and a backslash at the end of a line continues it.
TriangleMesh parse_obj(const InputFile& file);

/// PLY: the elements "vertex", "face" and "tristrips", in any order.
TriangleMesh parse_ply_mesh(const InputFile& file);

}  // namespace glint::detail
