// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <glint/base/formats/png.hpp>

namespace glint::studio {

/// What a contact sheet has in one place.
struct ContactCell {
    std::vector<std::string> caption{};  ///< lines below the picture
    std::string reason{};                ///< in place of a picture, or over it: what went wrong
    bool has_failed = false;
};

/// Small pictures in rows and columns.
struct ContactSheet {
    std::string title{};
    std::size_t columns = 1;
    unsigned cell_width = 128;  ///< of each picture, which is made smaller to fit, in pixels
    unsigned cell_height = 128;
    std::string across{};  ///< what changes from column to column; empty if captions tell
    std::string down{};    ///< and from row to row
    std::vector<std::string> column_labels{};
    std::vector<std::string> row_labels{};
    std::vector<ContactCell> cells{};  ///< row by row
    /// The picture of a cell by its index; nothing if there is none. Asked once for each.
    std::function<std::optional<Picture>(std::size_t)> picture_of{};
};

/// Draws the sheet, with text in glint's font. Throws Error(invalid_argument) if there are no
/// columns or cells, or it would be larger than 65,535 pixels on a side.
Picture contact_sheet(const ContactSheet& sheet);

/// The picture in another size, which is not larger: each pixel the mean of those that it covers.
/// Throws Error(invalid_argument) for a larger one or one of no pixels.
Picture reduced(const Picture& picture, unsigned width, unsigned height);

}  // namespace glint::studio
