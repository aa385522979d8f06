// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/state/input.hpp>

/// Functions that prepare and check the users' input files for simulations of the catalog.
namespace glint::apps {

/// Centers the positions in the box, and scales them by one factor, so that the longest side of
/// their bounding box is 1.6 m. Applies only to the field `position`, whose elements are float4.
void fit_to_box(const studio::Declaration& declaration, studio::Input& input);

/// Throws Error(bad_input) if a value is not between 0 and 1. The message names the element.
void require_concentrations(const studio::Declaration& declaration, const studio::Input& input);

/// Sets the placement options that a mesh input leaves out. By default, the mesh is as long along x
/// as the parameter `size`. Its default center is at 0.3 of the tunnel's length, and halfway along
/// the other axes.
void place_in_tunnel(const studio::Declaration& declaration, studio::Input& input);

}  // namespace glint::apps
