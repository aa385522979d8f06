// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/studio/run/detail/advance_timer.hpp>
#include <glint/studio/run/detail/live_file.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// Two simulations that run in parallel, with the same number of steps and the same parameter
/// changes. Queues the steps of one simulation after those of the other, so that the time of each
/// can be measured. A viewer shows them side by side.
class SimulationComparison {
public:
    /// All arguments must outlive this object.
    SimulationComparison(Viewer& viewer, Simulation& first, Simulation& second);

    /// Call before queuing steps of the first simulation. Calls pass_on_parameters().
    void begin_steps();
    /// Queues `steps` steps of the second simulation. `steps` must be the number of steps that were
    /// queued for the first simulation.
    void end_steps(unsigned steps);
    /// Shows file names and times above the panes.
    void set_captions();
    /// Resets the second simulation. The caller resets the first.
    void reset() { second_->reset(); }

    /// Finds the parameters of the first simulation that changed since the last call. Copies each
    /// of them to the second simulation if it has a parameter with the same name in a struct with
    /// the same name.
    void pass_on_parameters();
    /// Treats the current values of the first simulation's parameters as unchanged. Call after a
    /// new version of the first file was adopted.
    void note_parameters();

    /// Adopts a new version of the second file once it is compiled, and logs the change.
    void reload();

private:
    Viewer* viewer_;
    Simulation* first_;
    Simulation* second_;
    AdvanceTimer first_timer_, second_timer_;
    LiveFile live_;
    std::vector<ParameterSet> before_;
};

}  // namespace glint::studio
