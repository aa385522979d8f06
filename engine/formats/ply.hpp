// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <glint/formats/input_file.hpp>
#include <glint/formats/point_cloud.hpp>

namespace glint {

/// Reads the vertices of a PLY file, ASCII or binary of either byte order: x, y and z of any number
/// type, and red, green, blue (and alpha) if all of them are present. Floating-point colors range
/// from 0 to 1, ushort colors from 0 to 65535, and all other colors from 0 to 255. Skips elements
/// before the vertices. Ignores data after the vertices. Exception: in a text file whose rows are
/// not exactly its lines, also reads the other elements, to check that the header's counts match
/// the data. Throws Error(bad_input), naming the line or byte at fault, for a file that is not PLY,
/// is truncated, lacks vertices, has more than 4096 properties in an element, or has a position or
/// color that is not finite and in range. Also throws the errors of `read_text`.
/// Format: Greg Turk, "The PLY Polygon File Format", 1994.
PointCloud read_ply(const std::filesystem::path& path);
PointCloud parse_ply(const InputFile& file);

}  // namespace glint
