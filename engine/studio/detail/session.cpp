// SPDX-License-Identifier: MIT
#include <glint/studio/detail/session.hpp>

#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include <glint/app/frame_rate.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/batch/run_report.hpp>
#include <glint/studio/keep/recording/detail/screenshots.hpp>
#include <glint/studio/views/detail/canvas_check.hpp>
#include <glint/studio/window/detail/controls.hpp>

namespace glint::studio {

Session::Session(app::App& app, Simulation& simulation, RunOptions options)
    : app_(&app),
      simulation_(&simulation),
      options_(std::move(options)),
      panel_(&app.panel(simulation.declaration().title)),
      viewer_(simulation, app.draws() ? std::optional<gl::Context>(app.gl()) : std::nullopt,
              app.sharing()),
      editing_(simulation),
      pace_(simulation.stream().device()),
      guard_(app, simulation, viewer_, options_),
      saving_(simulation, options_.save, app.options().out, app.options().headless,
              guard_.schedule()),
      edits_(simulation.parameters()),
      presets_(simulation),
      code_(&simulation.code()),
      parameters_(simulation.parameters().data()),
      recordings_(app, options_.fps),
      tour_(viewer_, options_.tour.seconds),
      bookmarks_(viewer_, simulation) {
    if (app.draws()) check_showing(simulation.stream(), app.gl(), app.sharing());
    if (options_.keep.checkpoint_every)  // completes files of earlier steps before a checkpoint
        guard_.schedule().add(*options_.keep.checkpoint_every, [this] {
            saving_.settle();
            return true;
        });
    if (options_.keep.folder) run_recorder_.emplace(simulation, options_.keep, guard_.schedule());
    if (options_.keep.from) viewer_.refresh_views();
    if (!options_.views.empty()) viewer_.show(options_.views);
    if (options_.comparison) comparison_.emplace(viewer_, simulation, *options_.comparison);
    if (options_.replay) replay_.emplace(app, simulation, guard_, std::move(*options_.replay));
    if (options_.stop_at)  // added last: acts after everything else at the same step
        guard_.schedule().add_at({*options_.stop_at}, [this] {
            guard_.end();
            return false;
        });
    begin_timeline();
    if (options_.follow && !app.options().headless) {
        follower_.emplace(simulation, editing_, *options_.follow);
        app.controls().paused = true;
    }
    fill_panel();
    edits_.rebase(simulation.parameters());  // --set is not an edit
    bind_keys();
    if (!options_.tour.bookmarks.empty()) {
        tour_.start(options_.tour);
        tour_.skip(
            app::Seconds(static_cast<double>(app.options().frames_done) / app::kFramesPerSecond));
    }
    if (!options_.record) return;
    if (!app.draws())
        throw Error(ErrorCode::invalid_state,
                    fmt::format("record '{}'", options_.record->file.string()),
                    "this run draws no images. Set AppOptions::is_recorded");
    recordings_.start(*options_.record);
}

// Creates the timeline of a window. Does not create a timeline for a comparison of two simulations,
// because each simulation would need its own history.
void Session::begin_timeline() {
    const Device device = simulation_->stream().device();
    const std::size_t budget = options_.history_bytes.value_or(default_history_bytes(device));
    if (budget == 0 || app_->options().headless || comparison_) return;
    try {
        timeline_.emplace(*simulation_, viewer_, app_->controls(),
                          HistoryOptions{.budget_bytes = budget});
    } catch (const Error& error) {
        if (device.is_lost()) throw;
        log::warning(fmt::format("time travel is not available: {}", error.what()));
    }
}

void Session::fill_panel() {
    for (ParameterSet* parameters : parameters()) panel_->add(*parameters);
    panel_->add_facts([this] { return facts(); });
    panel_->add_widgets([this] {
        draw_view_widgets(viewer_);
        tour_.draw_widgets();
        recordings_.draw_widgets();
        guard_.draw_widgets();
        saving_.draw_widgets(viewer_);
        if (!timeline_ || !timeline_->history().is_in_past())
            plots_.add(simulation_->now().number, guard_.monitors());
        plots_.draw(simulation_->declaration());
        draw_edits(edits_, *simulation_);
        presets_.draw(*simulation_);
        draw_versions(editing_);
    });
    app_->set_overlays({.window = [this] { draw_window_overlay(); },
                        .pictures = [this] { draw_picture_overlay(); }});
}

// Draws the overlay of saved pictures, in which the lower edge is not covered by other parts.
void Session::draw_picture_overlay() {
    if (comparison_) comparison_->set_captions();
    viewer_.draw_overlay();
}

// Draws the overlay of the window. The status bar replaces the status line of saved pictures.
void Session::draw_window_overlay() {
    if (comparison_) comparison_->set_captions();
    const bool has_bar = std::exchange(viewer_.has_status(), false);
    viewer_.draw_overlay(timeline_ ? timeline_->covered_px() : 0);
    viewer_.has_status() = has_bar;
    if (has_bar)
        guard_.draw_status(editing_.mistakes().empty() ? "" : "the file has errors",
                           recordings_.status());
    draw_mistakes(editing_);
    if (timeline_) timeline_->draw();
    edits_.watch(simulation_->parameters(), is_widget_held());
}

void Session::bind_keys() {
    bind_edit_keys(app_->keys(), edits_, *simulation_);
    bind_version_keys(app_->keys(), editing_);
    viewer_.bind_keys(app_->keys());
    if (timeline_) timeline_->bind_keys(app_->keys());
    bind_screenshot_keys(*app_, *simulation_);
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

// Handles user input and changes of the file. Returns true if another version of the file is now in
// use.
bool Session::edit(const app::Frame& frame) {
    const bool is_window = !app_->options().headless;
    const bool has_traveled = timeline_ && timeline_->update(steps_of(frame));
    const bool is_new = is_window && editing_.update();
    refresh_if(is_new || has_traveled);
    if (follower_) follower_->update(is_new);
    if (frame.wants_reset()) editing_.reset();
    if (comparison_) {
        if (is_window) comparison_->reload();
        if (is_new) comparison_->note_parameters();
        if (frame.wants_reset()) comparison_->reset();
    }
    if (is_new || frame.wants_reset()) plots_.clear();
    viewer_.control(frame);
    return is_new || has_traveled;
}

// Updates the panel if it shows the parameters of another simulation or of another version of the
// file. `is_other` forces the update.
void Session::refresh_if(bool is_other) {
    if (!is_other && parameters_ == simulation_->parameters().data()) return;
    parameters_ = simulation_->parameters().data();
    edits_.rebase(simulation_->parameters());
    panel_->replace(parameters());
    if (code_ == &simulation_->code()) return;
    code_ = &simulation_->code();
    guard_.refresh_monitors();
    plots_.clear();
    viewer_.refresh_views();
    editing_.follow();
}

unsigned Session::steps_of(const app::Frame& frame) const {
    return frame.steps() * simulation_->declaration().steps_per_frame;
}

void Session::advance(const app::Frame& frame) {
    const std::uint64_t before = simulation_->now().number;
    saving_.begin_frame();
    if (timeline_) {
        if (timeline_->begin_steps(steps_of(frame))) guard_.advance(frame);
        timeline_->end_steps(static_cast<unsigned>(simulation_->now().number - before));
        if (timeline_->take_other_branch()) plots_.clear();
        return refresh_if(false);  // events of a replay may have changed the parameters
    }
    if (comparison_) comparison_->begin_steps();
    guard_.advance(frame);
    if (comparison_)
        comparison_->end_steps(static_cast<unsigned>(simulation_->now().number - before));
    refresh_if(false);
}

bool Session::next_frame() {
    const auto frame = app_->next_frame();
    if (!frame) return false;
    if (run_recorder_) run_recorder_->begin_frame();
    guard_.begin(*frame, edit(*frame));
    advance(*frame);
    move_camera(*frame);
    bookmarks_.end_frame();
    if (frame->is_drawn()) viewer_.draw(frame->target());
    pace_.end_frame(simulation_->stream());
    const bool is_past = timeline_ && timeline_->history().is_in_past();
    guard_.check(*frame, is_past);
    update_recording();
    if (run_recorder_ && !is_past) run_recorder_->end_frame();
    return true;
}

// Moves the camera of a tour. In recordings and headless runs, the tour advances by the playback
// time of each frame; otherwise it advances by wall-clock time.
void Session::move_camera(const app::Frame& frame) {
    if (tour_.is_on() && (app_->options().headless || recordings_.is_on()))
        tour_.advance(app::Seconds(static_cast<double>(frame.steps()) / app::kFramesPerSecond),
                      frame.target());
    else if (tour_.is_on())
        tour_.advance(frame.target());
}

// Handles a failed recording: a window continues without the recording, and a headless run ends.
void Session::update_recording() {
    if (!recordings_.has_failed()) return;
    guard_.fail();
    if (!app_->options().headless) recordings_.stop(false);
}

int Session::finish() {
    if (replay_) replay_->finish();
    int status = guard_.finish();
    const bool is_recorded = recordings_.stop(!options_.report);
    const int saved = saving_.finish(options_.report ? &options_.report->files : nullptr);
    if (options_.report && options_.record) options_.report->files.push_back(options_.record->file);
    if (status == 0) status = is_recorded ? saved : EXIT_FAILURE;
    guard_.write_picture();
    if (run_recorder_) run_recorder_->finish(status);
    guard_.write_result(status);
    return status;
}

}  // namespace glint::studio
