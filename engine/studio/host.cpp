#include <glint/studio/host.hpp>

#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/detail/run_guard.hpp>
#include <glint/studio/run/live_file.hpp>
#include <glint/studio/views/canvas_check.hpp>
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

/// In windows the bar takes the place of the line that pictures have.
void draw_overlay(const app::App& app, Viewer& viewer, RunGuard& guard, const LiveFile& live) {
    if (app.options().headless) return viewer.draw_overlay();
    const bool has_bar = std::exchange(viewer.overlay().status, false);
    viewer.draw_overlay();
    viewer.overlay().status = has_bar;
    if (has_bar) guard.draw_status(live.error());
}

}  // namespace

std::optional<std::string> loss_behind(const std::exception& error, const Device& device,
                                       const gl::Context& context) {
    const auto* known = dynamic_cast<const Error*>(&error);
    if ((known && known->code() == ErrorCode::device_lost) || device.is_lost()) return error.what();
    try {
        context.require_not_lost();
    } catch (const Error& loss) {
        if (loss.code() == ErrorCode::device_lost)
            return fmt::format("{} ({})", loss.what(), error.what());
    }
    return std::nullopt;
}

int run(app::App& app, Simulation& simulation, const RunOptions& options) {
    check_showing(simulation.stream(), app.gl(), app.sharing());
    Viewer viewer(simulation, app.gl(), app.sharing());
    LiveFile live(simulation.stream().device(), simulation.file(), simulation.code().text());
    RunGuard guard(app, simulation, viewer, options);
    app::Panel& panel = app.panel(simulation.declaration().title);
    for (ParameterSet& parameters : simulation.parameters()) panel.add(parameters);
    panel.add_facts([&] { return facts(simulation, live); });
    app.set_overlay([&] { draw_overlay(app, viewer, guard, live); });
    MonitorPlots plots;
    panel.add_widgets([&] {
        draw_view_widgets(viewer, simulation);
        guard.draw_widgets();
        plots.add(simulation.now().number, guard.monitors());
        plots.draw(simulation.declaration());
    });
    while (const auto frame = app.next_frame()) {
        const bool is_new = !app.options().headless && reload(live, simulation, viewer, panel);
        if (frame->wants_reset()) simulation.reset();
        if (is_new || frame->wants_reset()) plots.clear();
        guard.begin(*frame, is_new);
        viewer.control(*frame);
        guard.advance(*frame);
        if (frame->is_drawn()) viewer.draw(frame->target());
        guard.look(*frame);
    }
    return guard.finish();
}

}  // namespace glint::studio
