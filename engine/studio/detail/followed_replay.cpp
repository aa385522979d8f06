// SPDX-License-Identifier: MIT
#include <glint/studio/detail/followed_replay.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <glint/base/log.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {

FollowedReplay::FollowedReplay(app::App& app, Simulation& simulation, RunGuard& guard,
                               ReplayPlan plan)
    : app_(&app), simulation_(&simulation), guard_(&guard), plan_(std::move(plan)) {
    replay_.emplace(simulation, plan_.entries);
    applied_ = simulation.events().all();
    std::vector<std::uint64_t> steps{plan_.stop.value_or(plan_.end)};
    for (const LogEntry& entry : plan_.entries) steps.push_back(entry.step);
    guard.schedule().add_at(std::move(steps), [this] { return follow(); });
    (void)follow();  // the replay may already be over
}

// Applies the events of the recorded run at the current step. Returns false at the end of the
// replay. A window then pauses, and a headless run ends.
bool FollowedReplay::follow() {
    if (!replay_) return true;
    if (!matches_recorded_run()) {
        end("this run was changed and no longer follows the recorded run");
        return true;
    }
    catch_up();
    const std::uint64_t now = simulation_->now().number;
    if (plan_.stop ? now < *plan_.stop : !replay_->is_done() || now < plan_.end) return true;
    end("the recorded run ends here");
    app_->controls().paused = true;
    if (app_->options().headless) guard_->end();
    return false;
}

void FollowedReplay::catch_up() {
    replay_->catch_up(plan_.stop);
    simulation_->note_edits();
    applied_ = simulation_->events().all();
}

// Returns true if the events of this run still match those of the recorded run. If the user went
// back in time, rewinds the replay, so that it applies the events after the current step again.
bool FollowedReplay::matches_recorded_run() {
    simulation_->note_edits();
    const std::vector<RunEvent>& events = simulation_->events().all();
    if (events.size() > applied_.size() ||
        !std::equal(events.begin(), events.end(), applied_.begin()))
        return false;
    if (events.size() == applied_.size()) return true;
    const auto resets = std::ranges::count_if(
        events, [](const RunEvent& event) { return std::holds_alternative<Reset>(event.what); });
    replay_->rewind(static_cast<std::size_t>(resets), simulation_->now().number);
    return true;
}

void FollowedReplay::end(const std::string& reason) {
    log::info(fmt::format("step {}: {}", simulation_->now().number, reason));
    if (replay_->compared() > 0)
        log::info(
            replay_->difference().empty()
                ? fmt::format("this run is identical to the recorded run at all {} with checksums",
                              text::counted(replay_->compared(), "step"))
                : replay_->difference());
    replay_.reset();
}

void FollowedReplay::finish() const {
    if (replay_ && app_->options().headless)
        log::warning(
            fmt::format("the replay stopped at step {}, but the recorded run continued to step {}",
                        simulation_->now().number, plan_.end));
}

}  // namespace glint::studio
