// SPDX-License-Identifier: MIT
#pragma once

#include <glint/app/app.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// Binds two keys that write a PNG into the run's folder and log its path: F12 writes the picture
/// with its overlay, and Shift+F12 writes the whole window. The file is TITLE-step-000600.png, or
/// TITLE-step-000600-2.png if that file exists. Both arguments must outlive the key bindings.
void bind_screenshot_keys(app::App& app, const Simulation& simulation);

}  // namespace glint::studio
