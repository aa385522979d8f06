// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include <glint/gl/rectangle.hpp>

namespace glint::studio {

/// How the panes of a window lie.
enum class Arrangement {
    side_by_side,
    stacked,
    grid  ///< rows of two; an odd last one has its row alone
};

/// The parts of a picture that so many panes have, row by row, with a gap between them. Each has a
/// pixel at least.
std::vector<gl::Rectangle> arranged(std::size_t panes, Arrangement arrangement, int width,
                                    int height);

/// Which of them a place is in; nothing in a gap.
std::optional<std::size_t> pane_at(std::span<const gl::Rectangle> panes, glm::dvec2 px);

}  // namespace glint::studio
