#pragma once

#include <glint/studio/views/field_values.hpp>
#include <glint/view/orbit_camera.hpp>

namespace glint::studio {

struct VolumeOptions {
    float density = 3.0f;        ///< opacity of the greatest values over a tenth of the box
    float opacity_begin = 0.0f;  ///< from 0 to 1 of the colour scale: what is below is not seen
    float opacity_end = 1.0f;    ///< and from where on opacity does not grow
    float level = 0.5f;          ///< of the surface, from 0 to 1 of the colour scale
};

/// The box that a grid of three extents fills, with a corner at the origin, in its unit.
view::Box box_of(const Structure& structure, const Extents& extents);

/// Draws a grid of three extents: View::volume as a cloud, View::surface as the surface of one
/// level. The canvas is between begin() and end().
void draw_volume(Canvas& canvas, Simulation& simulation, const Shown& shown,
                 const view::OrbitCamera& camera, const ColourScale& scale,
                 const VolumeOptions& options);

}  // namespace glint::studio
