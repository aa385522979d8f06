#include <glint/studio/host.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/run/live_file.hpp>
#include <glint/studio/views/beside.hpp>
#include <glint/studio/views/panel_widgets.hpp>

namespace glint::studio {
namespace {

std::vector<app::Fact> facts(Simulation& simulation, const LiveFile& live) {
    const Step now = simulation.now();
    const Declaration& declaration = simulation.declaration();
    std::vector<app::Fact> facts;
    if (!live.error().empty()) facts.push_back({"error", live.error()});
    facts.insert(facts.end(), {{"step", fmt::format("{}", now.number)},
                               {"time", fmt::format("{:.6g} {}", now.time, declaration.dt_unit)}});
    for (std::size_t i = 0; i < declaration.structures.size(); ++i)
        facts.push_back({declaration.structures[i].name,
                         to_string(simulation.state().extents(i), declaration.structures[i])});
    facts.push_back({"memory", text::human_bytes(simulation.state().size_bytes())});
    facts.push_back({"device", simulation.stream().device().name()});
    return facts;
}

/// Takes a new version into use once it is compiled; says once why one cannot be used. Whether it
/// did.
bool reload(LiveFile& live, Simulation& simulation, Viewer& viewer, app::Panel& panel) {
    const std::string before = live.error();
    std::optional<Code> code = live.poll();
    if (!live.error().empty() && live.error() != before) log::error(live.error());
    if (!code) return false;
    try {
        for (const std::string& change : simulation.adopt(std::move(*code))) log::info(change);
        viewer.look_again();
        std::vector<ParameterSet*> shown;
        for (ParameterSet& parameters : simulation.parameters()) shown.push_back(&parameters);
        panel.replace(std::move(shown));
        log::info(fmt::format("{}: in use now", simulation.file().string()));
        return true;
    } catch (const Error& error) {
        log::error(error.what());
        return false;
    }
}

}  // namespace

int run(app::App& app, Simulation& simulation, const RunOptions& options) {
    Viewer viewer(simulation, app.gl(), app.sharing());
    if (!options.views.empty()) viewer.show(options.views);
    std::optional<Beside> beside;
    if (options.beside) beside.emplace(viewer, simulation, *options.beside);
    LiveFile live(simulation.stream().device(), simulation.file(), simulation.code().text());
    app::Panel& panel = app.panel(simulation.declaration().title);
    for (ParameterSet& parameters : simulation.parameters()) panel.add(parameters);
    panel.add_facts([&] { return facts(simulation, live); });
    app.set_overlay([&] {
        if (beside) beside->set_captions();
        viewer.draw_overlay();
    });
    MonitorPlots plots;
    panel.add_widgets([&] {
        draw_view_widgets(viewer);
        plots.add(simulation.now().number, simulation.monitors());
        plots.draw(simulation.declaration());
    });
    std::optional<MonitorLog> log;
    if (options.monitors) log.emplace(*options.monitors, simulation.declaration());
    const bool has_limits = app.options().headless && !options.limits.empty();
    while (const auto frame = app.next_frame()) {
        const bool is_new = !app.options().headless && reload(live, simulation, viewer, panel);
        if (beside && !app.options().headless) beside->reload();
        if (beside && is_new) beside->keep_parameters();
        if (frame->wants_reset()) simulation.reset();
        if (frame->wants_reset() && beside) beside->reset();
        if (is_new || frame->wants_reset()) plots.clear();
        viewer.control(*frame);
        const unsigned steps = frame->steps() * simulation.declaration().steps_per_frame;
        beside ? beside->advance(steps) : simulation.advance(steps);
        if (frame->is_drawn()) viewer.draw(frame->target());
        if (!log && !has_limits) continue;
        const auto values = simulation.monitors();
        if (log) log->add(simulation.now(), simulation.declaration(), values);
        if (!has_limits) continue;
        const auto left =
            left_limits(simulation.declaration(), options.limits, values, simulation.now().number);
        if (!left) continue;
        fmt::print(stderr, "{}\n", *left);
        return kLeftLimits;
    }
    for (const std::string& probe : options.probes)
        fmt::print("{}\n", probed(simulation, parse_probe(simulation.declaration(), probe)));
    return 0;
}

}  // namespace glint::studio
