// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/formats/point_cloud.hpp>

namespace glint {

/// Reads the vertices of a PLY file, ascii or binary of either byte order: x, y and z of any
/// number type, and red, green, blue (and alpha) where they are all there. Floating-point colours
/// go from 0 to 1, ushort ones from 0 to 65535, others from 0 to 255. Elements before the vertices
/// are skipped. What follows the vertices is read only in a text whose rows and lines differ, to
/// check that the numbers add up.
/// Throws Error(bad_input), naming the line or byte at fault, for a file that is not PLY, is cut
/// short, has no vertices, more than 4096 properties in an element, or a position or colour
/// that is not finite and in range; or what `read_text` throws.
/// Format: Greg Turk, "The PLY Polygon File Format", 1994.
PointCloud read_ply(const std::filesystem::path& path);
PointCloud parse_ply(const InputFile& file);

}  // namespace glint
