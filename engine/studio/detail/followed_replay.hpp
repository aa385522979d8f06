// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/app/app.hpp>
#include <glint/studio/detail/run_guard.hpp>
#include <glint/studio/keep/replay.hpp>
#include <glint/studio/run/events.hpp>

namespace glint::studio {

/// The replay of a recorded run in an App. The replay ends at the end of the recorded run, or when
/// the user changes the run. A changed run continues without the recorded events.
class FollowedReplay {
public:
    /// Adds the replay to the guard's schedule. Actions that are already in the schedule run before
    /// the replay's events of the same step, which is also the order in the recorded run. All
    /// arguments except `plan` must outlive this object.
    FollowedReplay(app::App& app, Simulation& simulation, RunGuard& guard, ReplayPlan plan);
    FollowedReplay(const FollowedReplay&) = delete;
    FollowedReplay& operator=(const FollowedReplay&) = delete;

    /// Warns if a headless run ended before the recorded run did.
    void finish() const;

private:
    bool follow();
    void catch_up();
    bool matches_recorded_run();
    void end(const std::string& reason);

    app::App* app_;
    Simulation* simulation_;
    RunGuard* guard_;
    ReplayPlan plan_;
    std::optional<Replay> replay_;   ///< nullopt after the replay has ended
    std::vector<RunEvent> applied_;  ///< events that the replay applied to the simulation
};

}  // namespace glint::studio
