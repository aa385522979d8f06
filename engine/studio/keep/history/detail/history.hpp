// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/keep/history/detail/stored_snapshot.hpp>
#include <glint/studio/run/detail/advance_timer.hpp>

namespace glint::studio {

/// Returns one eighth of the device's memory, 2 GB at most.
std::size_t default_history_bytes(const Device& device);

struct HistoryOptions {
    /// Device memory for snapshots. One snapshot is kept even if it is larger.
    std::size_t budget_bytes = 0;
    /// Host memory for the oldest snapshots. nullopt: as much as budget_bytes, but at most an
    /// eighth of the host's memory; 0 if the host and the device share memory.
    std::optional<std::size_t> host_bytes{};
    std::uint64_t reach = 10'000;  ///< number of recent steps that should be quick to reach
    double share = 0.015;          ///< share of the steps' run time that snapshots may cost
};

/// One timeline of a run since a reset.
struct Branch {
    std::string name{};                 ///< "branch 2"
    std::uint64_t begin = 0;            ///< first step that can be restored
    std::uint64_t end = 0;              ///< the last step
    std::optional<std::string> from{};  ///< the branch that it forked from...
    std::uint64_t left_at = 0;          ///< ...at this step
    std::vector<RunEvent> events{};     ///< all events of the run, also those before the reset
    std::size_t first_event = 0;        ///< index of the first event after the reset
    std::vector<std::shared_ptr<StoredSnapshot>>
        kept{};  ///< from `begin` on; shared between branches
};

/// The past of a simulation. It stores snapshots, with fewer of them for older steps, and
/// recomputes the steps between them with all events, so that the simulation can go back to any
/// step. A change in the past starts a new branch and keeps the old one.
///
/// For a simulation with host code, members of the derived class are not restored.
class History {
public:
    /// Captures the current state of the simulation, which must outlive the history. Throws the
    /// errors of Simulation::capture().
    History(Simulation& simulation, const HistoryOptions& options);

    /// Call before and after queuing steps. Also call end_steps(0) between steps, after other
    /// changes to the simulation. end_steps() records the changes, takes a snapshot if one is due,
    /// and starts a branch after a reset or after a change in the past. Does not wait.
    void begin_steps();
    void end_steps(unsigned steps);

    const std::vector<Branch>& branches() const noexcept { return branches_; }
    std::size_t current() const noexcept { return current_; }
    const Branch& branch() const noexcept { return branches_[current_]; }
    /// True if the branch continues after the simulation's current step.
    bool is_in_past() const noexcept { return in_past_.has_value(); }

    /// Moves the simulation to a step of its own branch or of another branch, or to the nearest
    /// step that the branch has. Applies all events before that step. Queues the work. Throws the
    /// errors of Simulation::restore() and Simulation::redo(); the simulation is then at some
    /// earlier step.
    void go_to(std::uint64_t step) { go_to(current_, step); }
    void go_to(std::size_t branch, std::uint64_t step);
    /// Starts a new branch at the current step. Does nothing if the simulation is in the present.
    void fork();
    /// Moves `other`, a simulation of the same file, to a step of a branch, or to the nearest step
    /// that the branch has. The history's own simulation does not move. Repeated calls for the same
    /// branch compute later steps only once. Queues the work. Throws as go_to() does.
    void look_at(std::size_t branch, std::uint64_t step, Simulation& other);
    /// Frees the snapshot that look_at() caches between calls.
    void end_peek();

    /// Memory used by snapshots.
    std::size_t device_bytes() const noexcept { return device_bytes_; }
    std::size_t host_bytes() const noexcept { return host_bytes_; }
    std::size_t snapshot_count() const noexcept { return snapshot_count_; }
    /// Number of steps between the last snapshot and the next.
    std::uint64_t spacing();
    /// Time to capture a snapshot on the device; nullopt at first.
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
    void store_first_snapshot();
    void try_to_store();
    bool has_snapshot_here() const;
    bool has_room();
    void thin();
    void count_bytes();
    std::shared_ptr<StoredSnapshot> least_important() const;
    void move_oldest();
    bool finish_moves();

    std::size_t index_of(const std::string& name) const;
    void travel(const Branch& branch, std::uint64_t step);
    void arrive(std::size_t branch);
    const StoredSnapshot& nearest(const Branch& branch, std::uint64_t step,
                                  std::size_t events) const;
    bool is_on_way_to(const Branch& branch, const StoredSnapshot& start, std::uint64_t step) const;
    void set_log(const std::vector<RunEvent>& events, std::size_t count);
    void advance_to(std::uint64_t step);

    Simulation* simulation_;
    std::uint64_t reach_;
    double share_;
    std::size_t budget_;       // on the device; reduced after a failed allocation
    std::size_t host_budget_;  // 0 if the host and the device share memory
    Stream transfers_;         // moves snapshots to the host
    PinnedPool pinned_;
    AdvanceTimer step_timer_, capture_timer_;
    std::vector<Branch> branches_;
    std::size_t current_ = 0;
    unsigned branches_created_ = 0;
    std::size_t seen_ = 0;                    // number of logged events in the branch
    EventLog present_log_;                    // the log when the simulation left the present
    std::optional<Position> in_past_;         // nullopt: in the present
    std::shared_ptr<StoredSnapshot> peeked_;  // snapshot cached by look_at(), and its branch
    std::string peeked_branch_;
    std::size_t device_bytes_ = 0, host_bytes_ = 0, snapshot_count_ = 0;
};

}  // namespace glint::studio
