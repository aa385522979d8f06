// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include <glint/base/formats/ply_writer.hpp>

namespace glint {

/// Writes a text table: `comments` in lines that start with '#', the names, and a line for each
/// row, of the shortest decimals that read back as the same. Throws as csv_of_numbers().
void write_csv(std::span<const SavedColumn> columns, std::size_t rows,
               std::span<const std::string> comments, const ByteSink& sink);

}  // namespace glint
