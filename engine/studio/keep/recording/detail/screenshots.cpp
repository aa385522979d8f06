// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/detail/screenshots.hpp>

#include <fmt/format.h>

#include <glint/app/detail/image_files.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

fs::path next_screenshot(const app::App& app, std::uint64_t step) {
    const std::string stem = app::ImageFiles(app.options()).stem();
    fs::path file = app.options().out / fmt::format("{}-step-{:06}.png", stem, step);
    std::error_code absent;
    for (unsigned i = 2; fs::exists(file, absent); ++i)
        file = app.options().out / fmt::format("{}-step-{:06}-{}.png", stem, step, i);
    return file;
}

// Logs errors, because a full disk must not end the run.
void write_screenshot(const fs::path& file, const Picture& picture) try {
    write_png(file, picture);
    log::info("wrote " + file.string());
} catch (const Error& error) {
    log::error(error.what());
}

}  // namespace

void bind_screenshot_keys(app::App& app, const Simulation& simulation) {
    const auto bind = [&](gl::Modifiers modifiers, const char* action, app::Capture what) {
        app.keys().add("Program", {.key = gl::Key::f12,
                                   .modifiers = modifiers,
                                   .action = action,
                                   .act = [&app, &simulation, what] {
                                       app.capture(what, [&](const Picture& picture) {
                                           write_screenshot(
                                               next_screenshot(app, simulation.now().number),
                                               picture);
                                       });
                                   }});
    };
    bind({}, "save an image of the view, with its overlays", app::Capture::picture);
    bind({.shift = true}, "save an image of the entire window", app::Capture::window);
}

}  // namespace glint::studio
