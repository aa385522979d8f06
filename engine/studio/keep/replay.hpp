// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/keep/detail/run_log.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// The run to replay in an App, and the step at which the replay ends.
struct ReplayPlan {
    std::vector<LogEntry> entries{};
    std::uint64_t end = 0;              ///< the run's last step
    std::optional<std::uint64_t> stop;  ///< step at which the replay ends early

    /// Total number of steps of the replay, including those before each reset.
    std::uint64_t step_count() const;
};

/// Replays a run from its log: applies the run's events at the same steps to a simulation with the
/// same file, settings and seed.
class Replay {
public:
    /// The simulation must be at step 0, and must outlive the replay.
    Replay(Simulation& simulation, std::vector<LogEntry> entries);

    /// Applies the events that were logged at the current step, and compares the checksums that
    /// were logged there. At step `stop`, returns before it would apply a reset. Throws the errors
    /// of Simulation::redo(), and DeclarationError for a version that does not compile.
    void catch_up(std::optional<std::uint64_t> stop = std::nullopt);
    /// Skips the given number of resets in the log, and then continues with the first entry at this
    /// step or later.
    void rewind(std::size_t resets, std::uint64_t step);
    /// True at the end of the log.
    bool is_done() const noexcept { return next_ == entries_.size(); }
    /// Step of the next log entry or, at the end of the log, of the last entry.
    std::uint64_t next_step() const noexcept;

    /// Replays to the end of the log, and then to step `end`. If the replay reaches step `stop`
    /// earlier, the replay ends there.
    void advance_to(std::uint64_t end, std::optional<std::uint64_t> stop = std::nullopt);

    /// Number of checksum entries compared.
    std::size_t compared() const noexcept { return compared_; }
    /// Describes the first difference, for example "'level[3,4]' is 0.25 at step 120, but was 0.5
    /// in the recorded run". Empty if all checksums match.
    const std::string& difference() const noexcept { return difference_; }
    /// The step of the last matching checksums.
    std::uint64_t last_same() const noexcept { return last_same_; }

private:
    void take(const LoggedVersion& other);
    void compare(const LoggedChecksums& then);

    Simulation* simulation_;
    std::vector<LogEntry> entries_;
    std::size_t next_ = 0;
    FieldChecksums sums_;
    std::size_t compared_ = 0;
    std::string difference_;
    std::uint64_t last_same_ = 0;
};

}  // namespace glint::studio
