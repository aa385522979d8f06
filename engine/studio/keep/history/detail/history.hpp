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

/// Returns one eighth of the device's memory, but at most 2 GB.
std::size_t default_history_bytes(const Device& device);

struct HistoryOptions {
    /// Device memory for snapshots. At least one snapshot is stored, even if it needs more memory.
    std::size_t budget_bytes = 0;
    /// Host memory for the oldest snapshots. If nullopt, the value is budget_bytes, but at most an
    /// eighth of the host's memory, or 0 if the host and the device share memory.
    std::optional<std::size_t> host_bytes{};
    std::uint64_t reach = 10'000;  ///< number of recent steps to which the run can go back quickly
    double share = 0.015;  ///< time limit for snapshots, as a fraction of the time for steps
};

/// One timeline of a run. It begins at a reset.
struct Branch {
    std::string name{};                 ///< "branch 2"
    std::uint64_t begin = 0;            ///< first step that can be restored
    std::uint64_t end = 0;              ///< the last step
    std::optional<std::string> from{};  ///< name of the branch from which this branch forked
    std::uint64_t left_at = 0;          ///< step at which this branch forked
    std::vector<RunEvent> events{};     ///< all events of the run, also those before the reset
    std::size_t first_event = 0;        ///< index of the first event after the reset
    std::vector<std::shared_ptr<StoredSnapshot>>
        kept{};  ///< snapshots from `begin` on; shared by branches
};

/// The history of a simulation. Stores snapshots, with larger intervals for older steps. To go back
/// to a step, restores a snapshot and recomputes the steps after it, with all events. A change in
/// the past starts a new branch; the old branch remains.
///
/// For a simulation with host code, members of the derived class are not restored.
class History {
public:
    /// Captures the current state of the simulation, which must outlive the history. Throws the
    /// errors of Simulation::capture().
    History(Simulation& simulation, const HistoryOptions& options);

    /// Call begin_steps() before steps are queued, and end_steps() afterwards. Also call
    /// end_steps(0) after other changes to the simulation between steps. end_steps() records the
    /// changes, takes a snapshot if one is due, and starts a branch after a reset or after a change
    /// in the past. Does not wait for the device.
    void begin_steps();
    void end_steps(unsigned steps);

    const std::vector<Branch>& branches() const noexcept { return branches_; }
    std::size_t current() const noexcept { return current_; }
    const Branch& branch() const noexcept { return branches_[current_]; }
    /// True if the branch continues after the simulation's current step.
    bool is_in_past() const noexcept { return in_past_.has_value(); }

    /// Moves the simulation to a step of its own branch or of another branch. If the branch does
    /// not have this step, moves to the nearest step that it has. Applies all events up to that
    /// step. Queues the work on the device. Throws the errors of Simulation::restore() and
    /// Simulation::redo(). After an error, the simulation is at an earlier step than requested.
    void go_to(std::uint64_t step) { go_to(current_, step); }
    void go_to(std::size_t branch, std::uint64_t step);
    /// Starts a new branch at the current step. Does nothing if the simulation is not in the past.
    void fork();
    /// Moves `other`, a simulation of the same file, to a step of a branch, or to the nearest step
    /// that the branch has. Afterwards, the history's own simulation is in the same state as
    /// before. If the next call is for the same branch and a later step, it continues from the
    /// state of this call. Queues the work on the device. Throws as go_to() does.
    void look_at(std::size_t branch, std::uint64_t step, Simulation& other);
    /// Frees the snapshot that look_at() caches between calls.
    void end_peek();

    /// Memory that the snapshots use.
    std::size_t device_bytes() const noexcept { return device_bytes_; }
    std::size_t host_bytes() const noexcept { return host_bytes_; }
    std::size_t snapshot_count() const noexcept { return snapshot_count_; }
    /// Number of steps between the last snapshot and the next snapshot.
    std::uint64_t spacing();
    /// Time to capture a snapshot on the device; nullopt before the first measurement.
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
    std::size_t seen_ = 0;                    // number of logged events that the history has seen
    EventLog present_log_;                    // the log at the move from the present to the past
    std::optional<Position> in_past_;         // nullopt: in the present
    std::shared_ptr<StoredSnapshot> peeked_;  // snapshot cached by look_at(), and its branch
    std::string peeked_branch_;
    std::size_t device_bytes_ = 0, host_bytes_ = 0, snapshot_count_ = 0;
};

}  // namespace glint::studio
