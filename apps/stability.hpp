// SPDX-License-Identifier: MIT
#pragma once

namespace glint::studio {
class Simulation;
}

/// What the catalog's simulations ask of their time steps. Each throws Error(invalid_argument),
/// which says what would work.
namespace glint::apps {

/// Refuses waves of a Courant number above the limit that their file has for it, by the time step
/// or by a medium that is faster than 1. Waits.
void require_courant_number(studio::Simulation& waves);

/// Refuses a time step in which explicit diffusion grows from cell to cell.
void require_diffusion_number(studio::Simulation& gray_scott);

/// Refuses convection whose step would be done in more than ten thousand parts.
void require_few_parts(studio::Simulation& convection);

}  // namespace glint::apps
