#include <cstdlib>
#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/commands.hpp>
#include <apps/glint/files.hpp>
#include <apps/glint/open_app.hpp>
#include <glint/app/detail/flags.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/studio/window/preset.hpp>

namespace glint::apps {
namespace {

std::optional<std::filesystem::path> input_of(const RunRequest& request) {
    if (request.inputs.size() > 1)
        throw app::WrongOption("--input", "this simulation takes one file");
    if (request.inputs.empty()) return std::nullopt;
    return request.inputs.front();
}

std::unique_ptr<app::Simulation> make(const Entry& entry, app::App& app,
                                      const RunRequest& request) {
    return entry.make({.device = app.device(),
                       .context = app.gl(),
                       .sharing = app.sharing(),
                       .seed = app.seed(),
                       .input = input_of(request)});
}

void use_preset(const RunRequest& request, ParameterSet& parameters) try {
    if (request.preset.empty()) return;
    const studio::Preset preset = studio::read_preset(request.preset);
    for (const std::string& unknown : studio::apply_preset(preset, std::span(&parameters, 1)))
        log::warning(unknown);
} catch (const Error& error) {
    throw app::WrongOption(error);
}

void report(app::App& app, app::Simulation& simulation) {
    for (const app::Fact& fact : simulation.facts())
        fmt::print("{:<10} {}\n", fact.label, fact.value);
    for (const auto& image : app.images()) fmt::print("wrote {}\n", image.string());
}

}  // namespace

int run(RunRequest request) {
    if (const auto file = find_file(request.simulation)) return run_file(std::move(request), *file);
    const Entry& entry = find_entry(request.simulation);
    request.options.title = entry.title;
    request.options.steps_per_second = entry.steps_per_second;
    if (request.options.time_step == 0) request.options.time_step = entry.time_step;
    app::App app = open_app(request.options);
    const auto simulation = make(entry, app, request);
    use_preset(request, simulation->parameters());
    app::run(app, *simulation);
    report(app, *simulation);
    return EXIT_SUCCESS;
}

int show_parameters(const RunRequest& request) {
    if (const auto file = find_file(request.simulation)) return show_parameters_of(*file);
    app::App app({.headless = true,
                  .every = 0,
                  .device = request.options.device,
                  .seed = request.options.seed});
    const auto simulation = make(find_entry(request.simulation), app, request);
    fmt::print("{}", app::parameter_help(simulation->parameters()));
    return EXIT_SUCCESS;
}

}  // namespace glint::apps
