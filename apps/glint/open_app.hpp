// SPDX-License-Identifier: MIT
#pragma once

#include <glint/app/app.hpp>

namespace glint::apps {

/// Opens an App with these options. Without a display, the App is headless, and the log says so.
/// With `on_escape`, a window is required, so App's Error(unsupported) is passed on.
app::App open_app(app::AppOptions options);

/// Returns true if a window can be opened.
bool has_display();

}  // namespace glint::apps
