// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include <glint/formats/saved_array.hpp>

namespace glint {

/// A property of the vertices, or a column of a table, that is to be saved.
struct SavedColumn {
    std::string name;
    RowPart part;  ///< must have one component
};

/// Writes a little-endian binary PLY file with one vertex per row; `comments` become comment lines.
/// Throws Error(invalid_argument) for 64-bit integers, which PLY does not support.
void write_ply(std::span<const SavedColumn> columns, std::size_t rows,
               std::span<const std::string> comments, const ByteSink& sink);

}  // namespace glint
