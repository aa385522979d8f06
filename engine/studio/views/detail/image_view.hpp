// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <vector>

#include <glm/vec2.hpp>

#include <glint/studio/views/detail/field_values.hpp>

namespace glint::studio {

/// The region of a plane that a picture shows: the position at the picture's center, and the scale.
/// The region stays the same when another field is selected. Positions are in the plane's units.
/// Pixel coordinates start at the picture's upper left corner, so the y axes of positions and
/// pixels are opposite, unless the plane's y points down.
struct PlaneCamera {
    glm::dvec2 center{};
    double units_per_px = 1;
    bool is_y_down = false;  ///< true: small y is at the top

    /// Returns a camera that shows the whole rectangle from (0, 0) to `size`.
    static PlaneCamera fitting(glm::dvec2 size, glm::dvec2 picture_px);
    /// Returns the change in position, in plane units, from a pixel to the next pixel on the right,
    /// and to the next pixel below.
    glm::dvec2 units_of_px() const {
        return {units_per_px, is_y_down ? units_per_px : -units_per_px};
    }
    /// Converts a pixel to a position, and a position to a pixel.
    glm::dvec2 at(glm::dvec2 px, glm::dvec2 picture_px) const;
    glm::dvec2 pixel_of(glm::dvec2 at, glm::dvec2 picture_px) const;
    /// Pans by a drag of this many pixels.
    void pan(glm::dvec2 moved_px);
    /// Zooms by `steps` of the wheel; the position under `px` stays in place.
    void zoom(double steps, glm::dvec2 px, glm::dvec2 picture_px);

    friend bool operator==(const PlaneCamera&, const PlaneCamera&) = default;
};

/// The plane of a 3D grid that is drawn as an image.
struct Slice {
    int axis = 2;                        ///< normal to the slice: 0, 1 or 2 for x, y or z
    std::optional<std::size_t> index{};  ///< index along `axis`; nullopt: the middle of the grid

    friend bool operator==(const Slice&, const Slice&) = default;
};

/// The cells of a slice. The slice's first axis points to the right, and its second axis up, or
/// down if the grid has `y down`.
struct GridPlane {
    int across = 0;
    int up = 1;
    int through = 2;  ///< the axis normal to the plane
    std::size_t width = 1;
    std::size_t height = 1;
    std::size_t index = 0;  ///< index of the slice along `through`

    /// Returns the cell of the grid at (x, y) of the plane.
    std::array<std::size_t, 3> cell(std::size_t x, std::size_t y) const;
};

/// Returns the plane of a slice. An index beyond the grid is clamped to the last index.
GridPlane plane_of(const Extents& extents, const Slice& slice);

/// A vector at a position in the picture. For both `at_px` and `vector`, y points down.
struct Arrow {
    glm::vec2 at_px;
    glm::vec2 vector;
};

/// Samples the vectors of a grid in the plane of the slice, every `apart_px` pixels. Waits for the
/// device.
std::vector<Arrow> sample_arrows(Canvas& canvas, Simulation& simulation, const DeclaredView& shown,
                                 const PlaneCamera& camera, float apart_px, const Slice& slice);

/// Draws a grid, or the slice of a 3D grid, with colors. Call between begin() and end() of the
/// canvas. The camera's unit is a cell.
void draw_image(Canvas& canvas, Simulation& simulation, const DeclaredView& shown,
                const PlaneCamera& camera, const ColorScale& scale, const Slice& slice);

}  // namespace glint::studio
