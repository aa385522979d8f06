// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include <glint/studio/keep/checkpoint.hpp>
#include <glint/studio/keep/run_folder.hpp>
#include <glint/studio/keep/run_log.hpp>
#include <glint/studio/run/schedule.hpp>

namespace glint::studio {

/// What a run leaves, besides pictures and tables, so that it can go on or be made again.
struct KeepRequest {
    std::optional<std::filesystem::path> folder{};  ///< nothing: nothing is kept
    /// The command; the rest is filled in.
    RunRecord record{};
    std::optional<std::uint64_t> checkpoint_every{};  ///< steps, at least 1
    /// Steps from one line of sums of all fields in the log to the next, at least 1; without it
    /// there is one for each checkpoint, and one at the end.
    std::optional<std::uint64_t> sums_every{};
    /// The run goes on from here, in the folder that it began in or in another.
    std::shared_ptr<const Checkpoint> from{};
    std::string from_name{};            ///< what errors call it
    std::filesystem::path from_file{};  ///< where it was read; empty: it is in `folder`
    bool adopts = false;                ///< takes of `from` what fits
};

/// Writes a run into its folder: run.json, events.jsonl, checkpoints. Checkpoints are written while
/// the steps go on; the last two stay. A run that continues takes the place of all that its folder
/// has of later steps.
class Keeping {
public:
    /// Puts the simulation where `from` was, and enters what is to come into the schedule. Both
    /// have to outlive it. Changes nothing in the folder. Throws what RunFolder and
    /// restore_checkpoint() do, and Error(bad_input) if the log is of another future.
    Keeping(Simulation& simulation, KeepRequest request, Schedule& schedule);
    Keeping(const Keeping&) = delete;
    Keeping& operator=(const Keeping&) = delete;
    ~Keeping();

    /// To be called in each frame before its steps: the first writes down that the run began.
    /// Throws what RunLog does.
    void begin_frame();
    /// Writes down what came to the simulation in a frame. Throws Error(io).
    void end_frame();
    /// Writes the end down, and a checkpoint where the run can go on from there or went wrong.
    /// Waits until all is on the disk. Throws Error(io).
    void finish(int status);
    /// Writes the status of a run that an exception ended, unless it never began.
    void note_failure(int status) noexcept;

private:
    /// A place in the history of the run. Events that come later at the same step make another one.
    struct Moment {
        std::uint64_t step, log_bytes;
        bool operator==(const Moment&) const = default;
    };

    Moment now() const;
    void resume();
    void require_own_log();
    void hash_included();
    void begin();
    bool checkpoint();
    void note_sums();
    void wait_for_checkpoint();

    Simulation& simulation_;
    KeepRequest request_;
    RunFolder folder_;
    std::optional<RunLog> log_;
    FieldSums sums_;
    std::string run_;               ///< run.json as it was when the run began
    const Code* hashed_ = nullptr;  ///< whose included_hashes() these are
    std::optional<IncludedHashes> included_;
    LogMatch log_match_;
    std::optional<Moment> sums_at_;  ///< of the last checksums in the log
    std::optional<Moment> checkpoint_at_;
    std::future<void> writing_;
};

}  // namespace glint::studio
