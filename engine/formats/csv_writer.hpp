// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include <glint/formats/ply_writer.hpp>

namespace glint {

/// Writes a text table: the `comments` as lines that start with '#', a line with the column names,
/// and one line per row. Numbers are the shortest decimals that read back as the same value. Throws
/// what csv_of_numbers() throws.
void write_csv(std::span<const SavedColumn> columns, std::size_t rows,
               std::span<const std::string> comments, const ByteSink& sink);

}  // namespace glint
