#include <glint/studio/host.hpp>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

std::string extents_text(const Simulation& simulation, std::size_t structure) {
    const Extents& extents = simulation.state().extents(structure);
    const std::size_t axes = simulation.declaration().structures[structure].extents.size();
    std::string text = fmt::format("{}", extents.width);
    if (axes > 1) text += fmt::format(" x {}", extents.height);
    if (axes > 2) text += fmt::format(" x {}", extents.depth);
    return text;
}

std::vector<app::Fact> facts(Simulation& simulation) {
    const Step now = simulation.now();
    const Declaration& declaration = simulation.declaration();
    std::vector<app::Fact> facts{{"step", fmt::format("{}", now.number)},
                                 {"time", fmt::format("{:.6g} {}", now.time, declaration.dt_unit)}};
    for (std::size_t i = 0; i < declaration.structures.size(); ++i)
        facts.push_back({declaration.structures[i].name, extents_text(simulation, i)});
    const auto monitors = simulation.monitors();
    for (std::size_t i = 0; i < monitors.size(); ++i)
        if (monitors[i])
            facts.push_back(
                {declaration.derived[i].display.label,
                 fmt::format("{:.6g} {}", *monitors[i], declaration.derived[i].display.unit)});
    facts.push_back({"memory", text::human_bytes(simulation.state().size_bytes())});
    facts.push_back({"device", simulation.stream().device().name()});
    return facts;
}

}  // namespace

void run(app::App& app, Simulation& simulation) {
    Viewer viewer(simulation, app.gl(), app.sharing());
    app::Panel& panel = app.panel(simulation.declaration().title);
    for (ParameterSet& parameters : simulation.parameters()) panel.add(parameters);
    panel.add_facts([&] { return facts(simulation); });
    while (const auto frame = app.next_frame()) {
        if (frame->wants_reset()) simulation.reset();
        viewer.control(*frame);
        simulation.advance(frame->steps() * simulation.declaration().steps_per_frame);
        if (frame->is_drawn()) viewer.draw(frame->target());
    }
}

}  // namespace glint::studio
