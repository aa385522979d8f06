// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <glint/base/formats/input_file.hpp>
#include <glint/base/formats/point_cloud.hpp>

namespace glint {

/// Reads points from a text table whose columns are parted by semicolons, commas, tabs or white
/// space, the first of these that stands in the first row. Empty lines and lines that start with
/// '#' are passed over; fields may stand in double quotes, but not go on in the next line.
///
/// A first row without any number, or with the names x, y and z, is a header, where case and a
/// leading "//" do not count. Positions are its columns x, y and z, or without such names the
/// first three that are numbers in the first row of them. Its columns r, g, b (a) or red, green,
/// blue (alpha) are colours: from 0 to 1 if none in the file is greater, else from 0 to 255; the
/// same is decided for alpha by itself.
///
/// Throws Error(bad_input), naming the line, for a row that lacks a needed column or has more than
/// 65,536, for what is not a finite number in one, and for a file without points; or what
/// `read_text` throws.
PointCloud read_csv(const std::filesystem::path& path);
PointCloud parse_csv(const InputFile& file);

}  // namespace glint
