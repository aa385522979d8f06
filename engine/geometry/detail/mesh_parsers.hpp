// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/formats/input_file.hpp>
#include <glint/geometry/triangle_mesh.hpp>

/// The parsers of read_mesh(), one per format. Time and memory are roughly proportional to the
/// file's size, and no other file is opened. The returned mesh has at least one triangle, valid
/// indices and finite positions. If the file does not define such a mesh, throws Error(bad_input).
namespace glint::detail {

/// Parses binary or text STL. If the size of a binary file does not match its facet count, reads as
/// many facets as the size allows, and appends an explanation to `warnings`.
TriangleMesh parse_stl(const InputFile& file, std::vector<std::string>& warnings);

/// Parses the `v` and `f` statements of Wavefront OBJ. All other statements are skipped, including
/// the names of material files. A '#' begins a comment anywhere. A backslash at the end of a line
/// continues the statement on the next line.
TriangleMesh parse_obj(const InputFile& file);

/// Parses PLY: the elements "vertex", "face" and "tristrips", in any order.
TriangleMesh parse_ply_mesh(const InputFile& file);

}  // namespace glint::detail
