// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include <glint/studio/keep/checkpoint.hpp>
#include <glint/studio/keep/detail/run_log.hpp>
#include <glint/studio/keep/run_folder.hpp>
#include <glint/studio/run/detail/schedule.hpp>

namespace glint::studio {

/// The data, besides pictures and tables, that a run records so that it can be resumed or replayed.
struct RunRecordRequest {
    std::optional<std::filesystem::path> folder{};  ///< nullopt: the run is not recorded
    /// The command line; the other members are filled in.
    RunRecord record{};
    std::optional<std::uint64_t> checkpoint_every{};  ///< steps, at least 1
    /// Steps between checksums of all fields in the log, at least 1. Without it, the log has
    /// checksums at each checkpoint and at the end.
    std::optional<std::uint64_t> checksum_every{};
    /// The run resumes from here, in its original folder or in another one.
    std::shared_ptr<const Checkpoint> from{};
    std::string from_name{};            ///< what errors call it
    std::filesystem::path from_file{};  ///< the file it was read from; empty: in `folder`
    bool adopts = false;                ///< restores only what fits from `from`
};

/// Records a run in its folder: run.json, events.jsonl, and checkpoints. Checkpoints are written
/// while the steps continue; the last two are kept. A resumed run replaces everything that its
/// folder has from later steps.
class RunRecorder {
public:
    /// Restores the simulation from `from`, and adds the recording to the schedule. Both must
    /// outlive this object. Changes nothing in the folder. Throws what RunFolder and
    /// restore_checkpoint() throw, and Error(bad_input) if the log belongs to another future.
    RunRecorder(Simulation& simulation, RunRecordRequest request, Schedule& schedule);
    RunRecorder(const RunRecorder&) = delete;
    RunRecorder& operator=(const RunRecorder&) = delete;
    ~RunRecorder();

    /// Call in each frame before its steps; the first call records that the run began. Throws what
    /// RunLog throws.
    void begin_frame();
    /// Writes the events of a frame to the log. Throws Error(io).
    void end_frame();
    /// Records the end, and a checkpoint if the run can be resumed from there or went wrong. Waits
    /// until everything is on disk. Throws Error(io).
    void finish(int status);
    /// Records the status of a run that an exception ended, unless it never began.
    void note_failure(int status) noexcept;

private:
    /// A point in the run's history. Later events at the same step make another one.
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
    void log_checksums();
    void wait_for_checkpoint();

    Simulation& simulation_;
    RunRecordRequest request_;
    RunFolder folder_;
    std::optional<RunLog> log_;
    FieldChecksums sums_;
    std::string run_;               ///< run.json as written when the run began
    const Code* hashed_ = nullptr;  ///< the code whose included_hashes() are in included_
    std::optional<IncludedHashes> included_;
    LogMatch log_match_;
    std::optional<Moment> checksums_at_;  ///< of the last checksums in the log
    std::optional<Moment> checkpoint_at_;
    std::future<void> writing_;
};

}  // namespace glint::studio
