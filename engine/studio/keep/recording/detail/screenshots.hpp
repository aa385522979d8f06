// SPDX-License-Identifier: MIT
#pragma once

#include <glint/app/app.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// Binds F12, which writes the picture with its overlay into the run's folder, and Shift+F12, which
/// writes the whole window: TITLE-step-000600.png, or TITLE-step-000600-2.png if the file exists.
/// Logs the path. Both arguments must outlive the keys.
void bind_screenshot_keys(app::App& app, const Simulation& simulation);

}  // namespace glint::studio
