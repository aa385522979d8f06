#include <cstdlib>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/commands.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/interop/device_match.hpp>

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
    } catch (const Error& error) {
        if (error.code() != ErrorCode::unsupported) throw;
        log::warning(fmt::format("rendering headless: {}", error.what()));
        options.headless = true;
        return app::App(options);
    }
}

// A device that is named decides where a headless run draws; otherwise it is the other way round.
std::optional<Device> named_device(const std::string& name) {
    if (name == "auto") return std::nullopt;
    return Device::open(name);
}

void report(app::App& app, app::Simulation& simulation) {
    for (const app::Fact& fact : simulation.facts())
        fmt::print("{:<10} {}\n", fact.label, fact.value);
    for (const auto& image : app.images()) fmt::print("wrote {}\n", image.string());
}

}  // namespace

int run(RunRequest request) {
    const Entry& entry = find_entry(request.simulation);
    const std::optional<Device> named = named_device(request.device);
    request.options.title = entry.title;
    request.options.steps_per_second = entry.steps_per_second;
    if (!request.time_step_given) request.options.time_step = entry.time_step;
    if (named && named->kind() == BackendKind::cuda)
        request.options.cuda_ordinal = named->info().ordinal;
    app::App app = open_app(request.options);
    const Device device = named ? *named : interop::device_for(app.gl());
    const auto simulation = entry.make({.device = device,
                                        .context = app.gl(),
                                        .sharing = request.sharing,
                                        .seed = request.seed,
                                        .input = request.input});
    app::run(app, *simulation);
    report(app, *simulation);
    return EXIT_SUCCESS;
}

}  // namespace glint::apps
