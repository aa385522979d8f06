#include <cstdlib>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/commands.hpp>
#include <glint/app/detail/flags.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>

namespace glint::apps {
namespace {

bool has_display() {
    const auto is_set = [](const char* variable) {
        const char* value = std::getenv(variable);
        return value && *value;
    };
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

app::App open_app(app::AppOptions options) {
    if (!options.headless && !has_display()) {
        log::info("there is no display: rendering headless");
        options.headless = true;
    }
    if (options.headless) return app::App(options);
    try {
        return app::App(options);
    } catch (const app::WrongOption&) {
        throw;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::unsupported) throw;
        log::warning(fmt::format("rendering headless: {}", error.what()));
        options.headless = true;
        return app::App(options);
    }
}

std::unique_ptr<app::Simulation> make(const Entry& entry, app::App& app,
                                      const RunRequest& request) {
    return entry.make({.device = app.device(),
                       .context = app.gl(),
                       .sharing = app.sharing(),
                       .seed = app.seed(),
                       .input = request.input});
}

void report(app::App& app, app::Simulation& simulation) {
    for (const app::Fact& fact : simulation.facts())
        fmt::print("{:<10} {}\n", fact.label, fact.value);
    for (const auto& image : app.images()) fmt::print("wrote {}\n", image.string());
}

}  // namespace

int run(RunRequest request) {
    const Entry& entry = find_entry(request.simulation);
    request.options.title = entry.title;
    request.options.steps_per_second = entry.steps_per_second;
    if (request.options.time_step == 0) request.options.time_step = entry.time_step;
    app::App app = open_app(request.options);
    const auto simulation = make(entry, app, request);
    app::run(app, *simulation);
    report(app, *simulation);
    return EXIT_SUCCESS;
}

int show_parameters(const RunRequest& request) {
    app::App app({.headless = true,
                  .every = 0,
                  .device = request.options.device,
                  .seed = request.options.seed});
    const auto simulation = make(find_entry(request.simulation), app, request);
    fmt::print("{}", app::parameter_help(simulation->parameters()));
    return EXIT_SUCCESS;
}

}  // namespace glint::apps
