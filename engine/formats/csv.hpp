// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include <glint/formats/input_file.hpp>
#include <glint/formats/point_cloud.hpp>

namespace glint {

/// Reads points from a text table. The separator is the first of semicolon, comma and tab that
/// occurs in the first row; if none does, white space separates the columns. Empty lines and lines
/// that start with '#' are skipped. Fields may be enclosed in double quotes, but cannot continue on
/// the next line.
///
/// A first row without any number, or with the names x, y and z, is a header; case and a leading
/// "//" are ignored. Positions are the columns x, y and z. Without these names, they are the first
/// three columns that have numbers in the first data row. The columns r, g, b (a) or red, green,
/// blue (alpha) are colors. Colors range from 0 to 1 if no color in the file exceeds 1, otherwise
/// from 0 to 255. The range of alpha is determined separately.
///
/// Throws Error(bad_input), naming the line, for a row that lacks a needed column or has more than
/// 65,536 columns, for a value in a needed column that is not a finite number, and for a file
/// without points. Also throws the errors of `read_text`.
PointCloud read_csv(const std::filesystem::path& path);
PointCloud parse_csv(const InputFile& file);

}  // namespace glint
