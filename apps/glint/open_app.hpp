// SPDX-License-Identifier: MIT
#pragma once

#include <glint/app/app.hpp>

namespace glint::apps {

/// Opens an App with the given options. Without a display, the App is headless, and the log says
/// so. If `options` has an `on_escape`, a window is required: without a display, throws
/// Error(unsupported).
app::App open_app(app::AppOptions options);

/// Returns true if a window can be opened.
bool has_display();

}  // namespace glint::apps
