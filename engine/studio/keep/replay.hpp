// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/keep/run_log.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// Which run is made again in an App, and how far.
struct ReplayPlan {
    std::vector<LogEntry> entries{};
    std::uint64_t end = 0;              ///< the run's last step
    std::optional<std::uint64_t> stop;  ///< in place of the end: the first time it is at this step

    /// All steps of it: those up to each reset, and up to the end.
    std::uint64_t step_count() const;
};

/// Makes a run again from its log: brings a simulation of the same file, settings and seed what
/// came to the run, at the same steps.
class Replay {
public:
    /// The simulation is at step 0, and has to outlive it.
    Replay(Simulation& simulation, std::vector<LogEntry> entries);

    /// Does what came to the run before the step that is next, and compares sums that were written
    /// down there. Throws what Simulation::redo() does, and DeclarationError for a version that
    /// does not compile.
    ///
    /// A reset that comes at step `stop` is left, and what is behind it.
    void catch_up(std::optional<std::uint64_t> stop = std::nullopt);
    /// Goes on with what came at this step or later, behind so many resets.
    void rewind(std::size_t resets, std::uint64_t step);
    /// Whether nothing is left in the log.
    bool is_done() const noexcept { return next_ == entries_.size(); }
    /// The step of what is next in the log; that of its last entry if it is done.
    std::uint64_t next_step() const noexcept;

    /// Makes the run to the end of the log and on to step `end`, or up to step `stop` if it comes
    /// there first.
    void advance_to(std::uint64_t end, std::optional<std::uint64_t> stop = std::nullopt);

    /// Lines of sums that were compared.
    std::size_t compared() const noexcept { return compared_; }
    /// What differed first: "'level[3,4]' is 0.25 at step 120, and was 0.5"; empty if nothing did.
    const std::string& difference() const noexcept { return difference_; }
    /// The step of the last sums that were the same.
    std::uint64_t last_same() const noexcept { return last_same_; }

private:
    void take(const OtherText& other);
    void compare(const LoggedSums& then);

    Simulation* simulation_;
    std::vector<LogEntry> entries_;
    std::size_t next_ = 0;
    FieldSums sums_;
    std::size_t compared_ = 0;
    std::string difference_;
    std::uint64_t last_same_ = 0;
};

}  // namespace glint::studio
