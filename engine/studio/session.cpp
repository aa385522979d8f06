#include <glint/studio/session.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/window/controls.hpp>

namespace glint::studio {

Session::Session(app::App& app, Simulation& simulation, RunOptions options)
    : app_(&app),
      simulation_(&simulation),
      options_(std::move(options)),
      panel_(&app.panel(simulation.declaration().title)),
      viewer_(simulation, app.gl(), app.sharing()),
      editing_(simulation),
      edits_(simulation.parameters()),
      presets_(simulation) {
    if (options_.monitors) log_.emplace(*options_.monitors, simulation.declaration());
    fill_panel();
    edits_.rebase(simulation.parameters());  // --set is no edit
    bind_keys();
}

void Session::fill_panel() {
    for (ParameterSet* parameters : parameters()) panel_->add(*parameters);
    panel_->add_facts([this] { return facts(); });
    panel_->add_widgets([this] {
        draw_view_widgets(viewer_, *simulation_);
        plots_.add(simulation_->now().number, simulation_->monitors());
        plots_.draw(simulation_->declaration());
        draw_edits(edits_, *simulation_);
        presets_.draw(*simulation_);
        draw_versions(editing_);
    });
    app_->set_overlay([this] {
        viewer_.draw_overlay();
        draw_mistakes(editing_);
        edits_.watch(simulation_->parameters(), is_widget_held());
    });
}

void Session::bind_keys() {
    bind_edit_keys(app_->keys(), edits_, *simulation_);
    bind_version_keys(app_->keys(), editing_);
    describe_mouse(app_->keys(), viewer_.takes_drags());
}

std::vector<ParameterSet*> Session::parameters() {
    std::vector<ParameterSet*> all;
    for (ParameterSet& parameters : simulation_->parameters()) all.push_back(&parameters);
    return all;
}

std::vector<app::Fact> Session::facts() const {
    const Step now = simulation_->now();
    const Declaration& declaration = simulation_->declaration();
    const State& state = simulation_->state();
    std::vector<app::Fact> facts{{"step", fmt::format("{}", now.number)},
                                 {"time", fmt::format("{:.6g} {}", now.time, declaration.dt_unit)}};
    for (std::size_t i = 0; i < declaration.structures.size(); ++i)
        facts.push_back({declaration.structures[i].name,
                         to_string(state.extents(i), declaration.structures[i])});
    facts.push_back({"memory", text::human_bytes(state.size_bytes())});
    facts.push_back({"device", simulation_->stream().device().name()});
    return facts;
}

/// What a person at the window does to the simulation, and to its file.
void Session::edit(const app::Frame& frame) {
    const bool is_window = !app_->options().headless;
    const bool is_new = is_window && editing_.update();
    if (is_new) {
        viewer_.look_again();
        panel_->replace(parameters());
        edits_.rebase(simulation_->parameters());
    }
    if (frame.wants_reset()) editing_.reset();
    if (is_new || frame.wants_reset()) plots_.clear();
    viewer_.control(frame);
}

bool Session::next_frame() {
    if (status_ != 0) return false;
    const auto frame = app_->next_frame();
    if (!frame) return false;
    edit(*frame);
    simulation_->advance(frame->steps() * simulation_->declaration().steps_per_frame);
    if (frame->is_drawn()) viewer_.draw(frame->target());
    log_monitors();
    return status_ == 0;
}

void Session::log_monitors() {
    const bool has_limits = app_->options().headless && !options_.limits.empty();
    if (!log_ && !has_limits) return;
    const auto values = simulation_->monitors();
    const Declaration& declaration = simulation_->declaration();
    if (log_) log_->add(simulation_->now(), declaration, values);
    if (!has_limits) return;
    const auto left = left_limits(declaration, options_.limits, values, simulation_->now().number);
    if (!left) return;
    fmt::print(stderr, "{}\n", *left);
    status_ = kLeftLimits;
}

int Session::finish() {
    if (status_ != 0) return status_;
    for (const std::string& probe : options_.probes)
        fmt::print("{}\n", probed(*simulation_, parse_probe(simulation_->declaration(), probe)));
    return 0;
}

}  // namespace glint::studio
