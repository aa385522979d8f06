// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <glm/vec2.hpp>

#include <glint/studio/views/field_values.hpp>

namespace glint::studio {

/// Which part of a plane a picture shows: what lies at its centre, and how much a pixel covers. It
/// is kept from one field to the next. Places are in the plane's units and pixels are counted from
/// the picture's upper left corner, so y of places and of pixels have opposite directions, unless
/// the plane's y points down.
struct PlaneCamera {
    glm::dvec2 centre{};
    double units_per_px = 1;
    bool is_y_down = false;  ///< small y at the top of the picture

    /// Shows all of `size` units from (0, 0).
    static PlaneCamera fitting(glm::dvec2 size, glm::dvec2 picture_px);
    /// The units of the plane for each pixel to the right and down.
    glm::dvec2 units_of_px() const {
        return {units_per_px, is_y_down ? units_per_px : -units_per_px};
    }
    /// The place under a pixel; and the pixel of a place.
    glm::dvec2 at(glm::dvec2 px, glm::dvec2 picture_px) const;
    glm::dvec2 pixel_of(glm::dvec2 at, glm::dvec2 picture_px) const;
    /// Moves with a drag of so many pixels.
    void pan(glm::dvec2 moved_px);
    /// Comes nearer by a step of the wheel, or goes away; what is under the pixel stays there.
    void zoom(double steps, glm::dvec2 px, glm::dvec2 picture_px);

    friend bool operator==(const PlaneCamera&, const PlaneCamera&) = default;
};

/// Which plane of a grid of three extents an image shows.
struct Slice {
    int axis = 2;                        ///< that it is across: 0, 1 or 2 for x, y or z
    std::optional<std::size_t> index{};  ///< along that axis; nothing: the middle one

    friend bool operator==(const Slice&, const Slice&) = default;
};

/// The cells of a slice. The first of its two axes goes across the picture, from left to right, and
/// the other up, unless the grid says `y down`.
struct GridPlane {
    int across = 0;
    int up = 1;
    int through = 2;  ///< the axis that it is across
    std::size_t width = 1;
    std::size_t height = 1;
    std::size_t index = 0;  ///< along `through`

    /// The cell of the grid that is this one of the plane.
    std::array<std::size_t, 3> cell(std::size_t x, std::size_t y) const;
};

/// An index beyond the grid is its last.
GridPlane plane_of(const Extents& extents, const Slice& slice);

/// A vector field under a place of the picture. Both y point down, as pixels are counted.
struct Arrow {
    glm::vec2 at_px;
    glm::vec2 vector;
};

/// Vectors of a grid in the plane of the slice, `apart_px` from each other on the picture. Waits.
std::vector<Arrow> sample_arrows(Canvas& canvas, Simulation& simulation, const Shown& shown,
                                 const PlaneCamera& camera, float apart_px, const Slice& slice);

/// Draws a grid in colours; of three extents the slice. The canvas is between begin() and
/// end(). Cells are the camera's unit.
void draw_image(Canvas& canvas, Simulation& simulation, const Shown& shown,
                const PlaneCamera& camera, const ColourScale& scale, const Slice& slice);

}  // namespace glint::studio
