// SPDX-License-Identifier: MIT
#pragma once

namespace glint::studio {
class Simulation;
}

/// Checks of the catalog's simulations for stable time steps. Each throws Error(invalid_argument)
/// with a value that works.
namespace glint::apps {

/// Rejects waves whose Courant number exceeds the limit in their file, because of the time step or
/// because of a medium faster than 1. Waits.
void require_courant_number(studio::Simulation& waves);

/// Rejects a time step in which explicit diffusion is unstable.
void require_diffusion_number(studio::Simulation& gray_scott);

/// Rejects convection that would need more than ten thousand substeps per step.
void require_few_parts(studio::Simulation& convection);

}  // namespace glint::apps
