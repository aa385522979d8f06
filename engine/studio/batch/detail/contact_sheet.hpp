// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <glint/formats/png.hpp>

namespace glint::studio {

/// One cell of a contact sheet.
struct ContactCell {
    std::vector<std::string> caption{};  ///< lines below the picture
    std::string reason{};                ///< error message; drawn over the picture, if any
    bool has_failed = false;
};

/// A grid of thumbnails.
struct ContactSheet {
    std::string title{};
    std::size_t columns = 1;
    unsigned cell_width = 128;  ///< width of a thumbnail; larger pictures are scaled down to fit
    unsigned cell_height = 128;
    std::string across{};  ///< parameter that changes from column to column, or empty
    std::string down{};    ///< parameter that changes from row to row, or empty
    std::vector<std::string> column_labels{};
    std::vector<std::string> row_labels{};
    std::vector<ContactCell> cells{};  ///< in row-major order
    /// Returns the picture of the cell with this index, or nullopt if the cell does not have a
    /// picture. Called once per cell.
    std::function<std::optional<Picture>(std::size_t)> picture_of{};
};

/// Draws the sheet, with text in glint's font. Throws Error(invalid_argument) if the number of
/// columns or cells is zero, or if a side would exceed 65,535 pixels.
Picture contact_sheet(const ContactSheet& sheet);

/// Scales a picture down; each new pixel is the mean of the source pixels that it covers. Throws
/// Error(invalid_argument) if the new size is larger than the picture or zero.
Picture reduced(const Picture& picture, unsigned width, unsigned height);

}  // namespace glint::studio
