// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/state/input.hpp>

/// Functions that prepare and check the users' input files for simulations of the catalog.
namespace glint::apps {

/// Scales the positions in the field `position`, whose elements are float4, by one factor, and
/// centers them, so that their longest side spans 1.6 m around the middle of the box.
void fit_to_box(const studio::Declaration& declaration, studio::Input& input);

/// Throws Error(bad_input) if a value is not between 0 and 1. The message names the element.
void require_concentrations(const studio::Declaration& declaration, const studio::Input& input);

/// Sets the placement options that the input leaves out. The default of the length is the parameter
/// `size`. The default of the center is at three tenths of the tunnel's length.
void place_in_tunnel(const studio::Declaration& declaration, studio::Input& input);

}  // namespace glint::apps
