// SPDX-License-Identifier: MIT
#pragma once

#include <glint/studio/state/input.hpp>

/// Functions with which catalog simulations prepare and check the input files of users.
namespace glint::apps {

/// Centers and uniformly scales the positions in the field `position`, a float4 each, so that the
/// longest side spans 1.6 m around the middle of the box.
void fit_to_box(const studio::Declaration& declaration, studio::Input& input);

/// Throws Error(bad_input), naming the element, if a value is not between 0 and 1.
void require_concentrations(const studio::Declaration& declaration, const studio::Input& input);

/// Fills in placement options that the input does not set: the length defaults to the parameter
/// `size`, and the center to three tenths of the tunnel's length.
void place_in_tunnel(const studio::Declaration& declaration, studio::Input& input);

}  // namespace glint::apps
