// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include <glint/base/formats/ply_writer.hpp>

namespace glint {

/// Writes a text table: `comments` as lines that start with '#', the names, and one line per row,
/// with the shortest decimals that read back as the same value. Throws what csv_of_numbers()
/// throws.
void write_csv(std::span<const SavedColumn> columns, std::size_t rows,
               std::span<const std::string> comments, const ByteSink& sink);

}  // namespace glint
