// SPDX-License-Identifier: MIT
#pragma once

#include <glint/app/app.hpp>

namespace glint::apps {

/// An App with these options; headless, and the log says so, where there is no display. A window
/// that Escape leaves for the start page does not become headless: then it throws what App does.
app::App open_app(app::AppOptions options);

/// Whether a window could be opened.
bool has_display();

}  // namespace glint::apps
