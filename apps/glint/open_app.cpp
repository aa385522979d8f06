// SPDX-License-Identifier: MIT
#include <apps/glint/open_app.hpp>

#include <cstdlib>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>

namespace glint::apps {
bool has_display() {
    const auto is_set = [](const char* variable) {
        const char* value = std::getenv(variable);
        return value && *value;
    };
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

app::App open_app(app::AppOptions options) {
    if (!options.headless && !has_display()) {
        log::info("no display was found, so glint renders headless");
        options.headless = true;
    }
    if (options.headless) return app::App(options);
    try {
        return app::App(options);
    } catch (const app::WrongOption&) {
        throw;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::unsupported || options.on_escape) throw;
        log::warning(
            fmt::format("no window is available, so glint renders headless: {}", error.what()));
        options.headless = true;
        return app::App(options);
    }
}

}  // namespace glint::apps
