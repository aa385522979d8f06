// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include <glint/gl/rectangle.hpp>

namespace glint::studio {

/// Arrangement of the panes of a window.
enum class Arrangement {
    side_by_side,
    stacked,
    grid  ///< two panes per row; if the number of panes is odd, the last one fills its row
};

/// Returns the rectangles of this many panes in a picture, row by row, with gaps between them. Each
/// rectangle has at least one pixel.
std::vector<gl::Rectangle> arranged(std::size_t panes, Arrangement arrangement, int width,
                                    int height);

/// Returns the index of the pane that contains a position, or nullopt in a gap.
std::optional<std::size_t> pane_at(std::span<const gl::Rectangle> panes, glm::dvec2 px);

}  // namespace glint::studio
