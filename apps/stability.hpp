// SPDX-License-Identifier: MIT
#pragma once

namespace glint::studio {
class Simulation;
}

/// Checks that a catalog simulation's time step is stable. Each throws Error(invalid_argument) with
/// a value that works.
namespace glint::apps {

/// Rejects waves whose Courant number exceeds the limit in their file, because the time step is too
/// long or a cell's medium is faster than 1. Waits.
void require_courant_number(studio::Simulation& waves);

/// Rejects a time step for which explicit diffusion is unstable.
void require_diffusion_number(studio::Simulation& gray_scott);

/// Rejects convection that would need more than ten thousand substeps per step.
void require_few_parts(studio::Simulation& convection);

}  // namespace glint::apps
