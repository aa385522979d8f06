// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/keep/history/kept_state.hpp>
#include <glint/studio/run/advance_timer.hpp>

namespace glint::studio {

/// An eighth of the device's memory, 2 GB at most.
std::size_t default_history_bytes(const Device& device);

struct HistoryOptions {
    /// Memory of the device for snapshots. One is kept however large it is.
    std::size_t budget_bytes = 0;
    /// Of the host, to which the oldest move. Nothing: as much, but at most an eighth of what it
    /// has; none where the device's memory is the host's.
    std::optional<std::size_t> host_bytes{};
    std::uint64_t reach = 10'000;  ///< so many of the last steps are to be near
    double share = 0.015;          ///< of the steps' time, that snapshots may cost
};

/// One course of a run since a reset.
struct Branch {
    std::string name{};                 ///< "branch 2"
    std::uint64_t begin = 0;            ///< the first step that one can go to
    std::uint64_t end = 0;              ///< the last
    std::optional<std::string> from{};  ///< the branch that it left...
    std::uint64_t left_at = 0;          ///< ...at this step
    std::vector<RunEvent> events{};     ///< of the whole run, those before the reset too
    std::size_t first_event = 0;        ///< the first behind the reset
    std::vector<std::shared_ptr<KeptState>> kept{};  ///< from `begin` on; branches share them
};

/// Where a simulation has been. It keeps snapshots, the older the fewer, makes the steps between
/// them again, with all that happened then, and so goes back to each step. What is changed there
/// begins another branch, beside the one that it leaves.
///
/// Of a simulation with host code, what the class keeps in members of its own is not brought back.
class History {
public:
    /// Keeps the simulation as it is now. It has to outlive the history. Throws what
    /// Simulation::capture does.
    History(Simulation& simulation, const HistoryOptions& options);

    /// To be called round steps that are queued. Between them, after what else changed the
    /// simulation too, end_steps(0) notes it, keeps a snapshot if one is due, and begins a branch
    /// after a reset, or after a change in the past. Waits for nothing.
    void begin_steps();
    void end_steps(unsigned steps);

    const std::vector<Branch>& branches() const noexcept { return branches_; }
    std::size_t current() const noexcept { return current_; }
    const Branch& branch() const noexcept { return branches_[current_]; }
    /// Whether the branch goes on behind the step at which the simulation is.
    bool is_in_past() const noexcept { return in_past_.has_value(); }

    /// Brings the simulation to a step of its branch, or of another one, or the nearest that the
    /// branch has, with all that happened up to there. Queued. Throws what restoring and redoing
    /// do; the simulation is then at some earlier step.
    void go_to(std::uint64_t step) { go_to(current_, step); }
    void go_to(std::size_t branch, std::uint64_t step);
    /// Begins a branch at this step: what follows is no longer what followed. Nothing but in the
    /// past.
    void fork();
    /// Brings `other`, a simulation of the same file, to where a branch was at a step, or at the
    /// nearest that it has; the history's own stays where it is. From one call to the next for the
    /// same branch, later steps are made only once. Queued. Throws as go_to() does.
    void look_at(std::size_t branch, std::uint64_t step, Simulation& other);
    /// Forgets what look_at() keeps from one call to the next.
    void end_looks();

    /// Memory in use for snapshots.
    std::size_t device_bytes() const noexcept { return device_bytes_; }
    std::size_t host_bytes() const noexcept { return host_bytes_; }
    std::size_t snapshot_count() const noexcept { return snapshot_count_; }
    /// The steps from the last snapshot to the next.
    std::uint64_t spacing();
    /// What keeping one takes on the device; nothing at first.
    std::optional<Seconds> capture_time() { return capture_timer_.step_time(); }
    std::optional<Seconds> step_time() { return step_timer_.step_time(); }

private:
    struct Position {
        std::uint64_t step = 0;
        std::vector<ParameterSet> parameters{};
    };

    Branch& here() { return branches_[current_]; }
    void note();
    void note_events();
    bool has_changed_in_past() const;
    void begin_branch(Branch branch);
    void drop_oldest_branch();

    void keep();
    void keep_first();
    void try_to_keep();
    bool is_kept_here() const;
    bool has_room();
    void thin();
    void count_bytes();
    std::shared_ptr<KeptState> least_important() const;
    void move_oldest();
    bool finish_moves();

    std::size_t index_of(const std::string& name) const;
    void travel(const Branch& branch, std::uint64_t step);
    void arrive(std::size_t branch);
    const KeptState& nearest(const Branch& branch, std::uint64_t step, std::size_t events) const;
    bool is_on_way_to(const Branch& branch, const KeptState& start, std::uint64_t step) const;
    void set_log(const std::vector<RunEvent>& events, std::size_t count);
    void advance_to(std::uint64_t step);

    Simulation* simulation_;
    std::uint64_t reach_;
    double share_;
    std::size_t budget_;       // of the device; smaller once it had no more
    std::size_t host_budget_;  // 0 where the device's memory is the host's
    Stream beside_;            // which moves snapshots to the host
    PinnedPool pinned_;
    AdvanceTimer step_timer_, capture_timer_;
    std::vector<Branch> branches_;
    std::size_t current_ = 0;
    unsigned branches_made_ = 0;
    std::size_t seen_ = 0;               // events of the simulation's log that the branch has
    EventLog present_log_;               // as it was when the present was left
    std::optional<Position> in_past_;    // nothing: in the present
    std::shared_ptr<KeptState> glance_;  // of look_at(), and its branch
    std::string glance_branch_;
    std::size_t device_bytes_ = 0, host_bytes_ = 0, snapshot_count_ = 0;
};

}  // namespace glint::studio
