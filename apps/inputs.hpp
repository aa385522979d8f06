// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/state/input.hpp>

/// What the catalog's simulations do with the files that people bring.
namespace glint::apps {

/// Moves the places of the field `position`, a float4 each, and scales them evenly so that their
/// largest side spans 1.6 m about the middle of the box.
void fit_to_box(const studio::Declaration& declaration, studio::Input& input);

/// Throws Error(bad_input), naming the place, for floats that are not within 0 and 1.
void require_concentrations(const studio::Declaration& declaration, const studio::Input& input);

/// Gives a mesh what its options leave open: as long as the parameter `size`, and its middle at
/// three tenths of the way through the tunnel.
void place_in_tunnel(const studio::Declaration& declaration, studio::Input& input);

}  // namespace glint::apps
