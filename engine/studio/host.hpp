#pragma once

#include <glint/app/app.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// Runs `simulation` in `app` until its end: steps it, shows it, and puts its parameters and
/// monitors into the panel.
void run(app::App& app, Simulation& simulation);

}  // namespace glint::studio
