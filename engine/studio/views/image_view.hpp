#pragma once

#include <vector>

#include <glm/vec2.hpp>

#include <glint/studio/views/field_values.hpp>

namespace glint::studio {

/// Which part of a plane a picture shows: what lies at its centre, and how much a pixel covers. One
/// goes on from one field to the next.
struct PlaneCamera {
    glm::dvec2 centre{};
    double units_per_px = 1;

    /// Shows all of `size` units from (0, 0).
    static PlaneCamera fitting(glm::dvec2 size, glm::dvec2 picture_px);
    /// The place under a pixel, from the picture's upper left corner; and the other way round.
    glm::dvec2 at(glm::dvec2 px, glm::dvec2 picture_px) const;
    glm::dvec2 pixel_of(glm::dvec2 at, glm::dvec2 picture_px) const;
    /// Moves with a drag of so many pixels.
    void pan(glm::dvec2 moved_px);
    /// Comes nearer by a step of the wheel, or goes away; what is under the pixel stays there.
    void zoom(double steps, glm::dvec2 px, glm::dvec2 picture_px);
};

/// A vector field under a place of the picture.
struct Arrow {
    glm::vec2 at_px;
    glm::vec2 vector;
};

/// Vectors of a grid, `apart_px` from each other on the picture. Waits.
std::vector<Arrow> sample_arrows(Canvas& canvas, Simulation& simulation, const Shown& shown,
                                 const PlaneCamera& camera, float apart_px, std::size_t slice = 0);

/// Draws a grid in colours; of three extents the slice `slice`. The canvas is between begin() and
/// end(). Cells are the camera's unit, and row 0 is on top.
void draw_image(Canvas& canvas, Simulation& simulation, const Shown& shown,
                const PlaneCamera& camera, const ColourScale& scale, std::size_t slice = 0);

}  // namespace glint::studio
