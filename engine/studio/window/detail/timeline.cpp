// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/timeline.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>

namespace glint::studio {
namespace {

std::optional<std::size_t> branch_index(const std::vector<Branch>& branches,
                                        const std::string& name) {
    const auto found = std::ranges::find(branches, name, &Branch::name);
    if (found == branches.end()) return std::nullopt;
    return static_cast<std::size_t>(found - branches.begin());
}

}  // namespace

std::string describe(const RunEvent& event) {
    if (const auto* edit = std::get_if<Edit>(&event.what))
        return fmt::format("{} = {}", edit->name.substr(edit->name.find('.') + 1), edit->text);
    if (std::holds_alternative<Drag>(event.what)) return "drag";
    if (std::holds_alternative<VersionChange>(event.what)) return "another version of the file";
    return "reset";
}

Timeline::Timeline(Simulation& simulation, Viewer& viewer, app::RunControls& controls,
                   const HistoryOptions& options)
    : simulation_(&simulation),
      viewer_(&viewer),
      controls_(&controls),
      history_(simulation, options),
      now_(history_.branch().name),
      before_(now_) {}

Timeline::~Timeline() {
    try {
        show_comparison(std::nullopt);
    } catch (const Error&) {  // the device is lost, so nothing is drawn
    }
}

void Timeline::go_to(std::size_t branch, std::uint64_t step) {
    controls_->paused = true;
    wanted_ = {branch, step};
}

void Timeline::step_by(std::int64_t steps) {
    const Place from = wanted_.value_or(Place{history_.current(), simulation_->now().number});
    const auto to = static_cast<std::int64_t>(from.step) + steps;
    go_to(from.branch, static_cast<std::uint64_t>(std::max<std::int64_t>(to, 0)));
}

void Timeline::go_to_event(bool is_later) {
    const Branch& branch = history_.branch();
    const std::uint64_t now = simulation_->now().number;
    std::uint64_t to = is_later ? branch.end : branch.begin;
    for (std::size_t i = branch.first_event; i < branch.events.size(); ++i) {
        const std::uint64_t at = branch.events[i].step;
        if (is_later && at > now) to = std::min(to, at);
        if (!is_later && at < now) to = std::max(to, at);
    }
    go_to(to);
}

bool Timeline::update(unsigned steps) {
    has_followed_ = !wanted_ && steps > 0 && history_.is_in_past() && controls_->paused;
    if (has_followed_) wanted_ = {history_.current(), simulation_->now().number + steps};
    if (!wanted_) return false;
    const Place to = *std::exchange(wanted_, std::nullopt);
    return travel(to);
}

bool Timeline::travel(const Place& to) try {
    if (to.branch < history_.branches().size()) history_.go_to(to.branch, to.step);
    note_branch();
    return true;
} catch (const Error& error) {
    if (simulation_->stream().device().is_lost()) throw;
    log::error(error.what());
    return true;
}

bool Timeline::begin_steps(unsigned steps) {
    history_.begin_steps();
    if (has_followed_) return false;
    if (steps > 0) history_.fork();
    return true;
}

void Timeline::end_steps(unsigned steps) {
    history_.end_steps(steps);
    note_branch();
    show_other();
}

// --- Branches --------------------------------------------------------------------------------

void Timeline::note_branch() {
    const std::string& name = history_.branch().name;
    if (name == now_) return;
    is_other_branch_ = true;
    before_ = std::exchange(now_, name);
    zoomed_.reset();
    if (comparison_ == now_) comparison_ = before_;
}

std::size_t Timeline::other_branch() const {
    const std::vector<Branch>& branches = history_.branches();
    if (const auto before = branch_index(branches, before_);
        before && *before != history_.current())
        return *before;
    return history_.current() == 0 ? branches.size() - 1 : 0;
}

std::optional<std::size_t> Timeline::comparison_branch() const {
    return other_ ? branch_index(history_.branches(), comparison_) : std::nullopt;
}

void Timeline::toggle_comparison() {
    if (other_)
        show_comparison(std::nullopt);
    else if (history_.branches().size() > 1)
        show_comparison(other_branch());
}

void Timeline::show_comparison(std::optional<std::size_t> branch) {
    shown_.clear();
    if (!branch) {
        if (!other_) return;
        viewer_->end_comparison();
        viewer_->pane(0).set_caption({});
        other_.reset();
        history_.end_peek();
        return;
    }
    if (*branch == history_.current()) return;
    comparison_ = history_.branches()[*branch].name;
    if (other_) return;
    const Snapshot here = simulation_->capture();
    simulation_->stream().synchronize();
    const SimulationOptions options{.device = simulation_->stream().device(),
                                    .file = simulation_->file(),
                                    .dt = given_dt(),
                                    .has_host = simulation_->code_options().read.has_host};
    other_ = std::make_unique<Simulation>(options, here);
    other_->stream().synchronize();
    viewer_->compare(*other_, Viewer::Drags::first);
}

/// Returns the time step if it differs from that of the file, and nullopt otherwise.
std::optional<double> Timeline::given_dt() const {
    const double dt = simulation_->now().dt;
    return dt == simulation_->declaration().dt ? std::nullopt : std::optional(dt);
}

// Shows the other branch at the step of the run, or at the nearest step that the branch has.
void Timeline::show_other() {
    if (!other_) return;
    const auto index = comparison_branch();
    if (!index) return show_comparison(std::nullopt);
    const Branch& branch = history_.branches()[*index];
    const std::uint64_t now = simulation_->now().number;
    const std::uint64_t step = std::clamp(now, branch.begin, branch.end);
    const std::string shown = fmt::format("{} {} {}", comparison_, step, now_);
    viewer_->pane(0).set_caption(fmt::format("{}   step {}", now_, now));
    if (shown == shown_) return;
    shown_ = shown;
    const Code* const before = &other_->code();
    try {
        history_.look_at(*index, step, *other_);
    } catch (const Error& error) {
        if (simulation_->stream().device().is_lost()) throw;
        log::error(error.what());
        return show_comparison(std::nullopt);
    }
    if (&other_->code() != before) viewer_->refresh_views();
    viewer_->pane(1).set_caption(
        fmt::format("{}   step {}{}", comparison_, step, step < now ? " (last)" : ""));
}

void Timeline::bind_keys(app::Keys& keys) {
    constexpr const char* kGroup = "Time";
    const auto bind = [&](app::KeyBinding binding) { keys.add(kGroup, std::move(binding)); };
    bind({.key = gl::Key::left,
          .action = "one step back",
          .act = [this] { step_by(-1); },
          .repeats = true});
    bind({.key = gl::Key::right,
          .action = "one step forward, up to the last step",
          .act = [this] { step_by(1); },
          .repeats = true});
    for (const bool is_later : {false, true})
        bind({.key = is_later ? gl::Key::right : gl::Key::left,
              .modifiers = {.control = true},
              .action = is_later ? "go to the next parameter edit, drag or file version"
                                 : "go to the previous parameter edit, drag or file version",
              .act = [this, is_later] { go_to_event(is_later); }});
    bind({.key = gl::Key::end, .action = "go to the last step", .act = [this] { go_to_end(); }});
    bind({.key = gl::Key('B'), .action = "compare two branches side by side", .act = [this] {
              toggle_comparison();
          }});
    bind({.key = gl::Key('T'), .action = "hide or show the timeline", .act = [this] {
              is_shown_ = !is_shown_;
          }});
}

}  // namespace glint::studio
