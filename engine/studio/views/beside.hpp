// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/studio/run/advance_timer.hpp>
#include <glint/studio/run/live_file.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::studio {

/// Two simulations that run along: as many steps, one after the other so that the times of their
/// steps are their own, and the same changes of parameters. A viewer shows them side by side.
class Beside {
public:
    /// All three have to outlive it.
    Beside(Viewer& viewer, Simulation& first, Simulation& second);

    /// To be called before steps of the first are queued: pass_on_parameters().
    void begin_steps();
    /// Queues as many of the second as were queued of the first.
    void end_steps(unsigned steps);
    /// Writes files and times over the panes.
    void set_captions();
    /// Resets the second, as the caller does the first.
    void reset() { second_->reset(); }

    /// Gives the second the values of those parameters of the first that changed since the last
    /// call, if it has a parameter of that name in a struct of that name.
    void pass_on_parameters();
    /// What they are now is no change: after a new version of the first file was adopted.
    void keep_parameters();

    /// Takes a new version of the second file into use once it is compiled; the log says so.
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
