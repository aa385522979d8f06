// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include <glint/base/formats/saved_array.hpp>

namespace glint {

/// A property of each vertex, or a column of a table.
struct SavedColumn {
    std::string name;
    RowPart part;  ///< of one component
};

/// Writes a binary PLY file of little endian with one vertex for each row; `comments` become
/// comment lines. Throws Error(invalid_argument) for whole numbers of 64 bits, which PLY does not
/// have.
void write_ply(std::span<const SavedColumn> columns, std::size_t rows,
               std::span<const std::string> comments, const ByteSink& sink);

}  // namespace glint
