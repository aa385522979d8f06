// SPDX-License-Identifier: MIT
#pragma once

namespace glint::studio {
class Simulation;
}

/// Functions that check the time step of catalog simulations. They throw Error(invalid_argument) if
/// the time step is not stable. The message suggests a value that works.
namespace glint::apps {

/// Throws if the Courant number of waves exceeds the limit in the simulation's file. The cause is a
/// time step that is too long, or a relative wave speed above 1 in a cell. Waits for the device.
void require_courant_number(studio::Simulation& waves);

/// Throws if explicit diffusion is unstable with the time step.
void require_diffusion_number(studio::Simulation& gray_scott);

/// Throws if the convection needs more than ten thousand substeps per step.
void require_few_parts(studio::Simulation& convection);

}  // namespace glint::apps
