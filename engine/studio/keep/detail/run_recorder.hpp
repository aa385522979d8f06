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

/// Options for recording a run so that it can be resumed or replayed.
struct RunRecordRequest {
    std::optional<std::filesystem::path> folder{};  ///< nullopt: the run is not recorded
    /// The caller fills in the command line. RunRecorder fills in the other members.
    RunRecord record{};
    std::optional<std::uint64_t> checkpoint_every{};  ///< number of steps, at least 1
    /// Number of steps between checksums of all fields in the log; at least 1. If nullopt,
    /// checksums are logged only at each checkpoint and at the end.
    std::optional<std::uint64_t> checksum_every{};
    /// The checkpoint from which the run resumes, in its original folder or in another folder. Null
    /// for a new run.
    std::shared_ptr<const Checkpoint> from{};
    std::string from_name{};            ///< name of `from` in error messages
    std::filesystem::path from_file{};  ///< file of `from`; empty: a file in `folder`
    bool adopts = false;                ///< true: restores only the fields of `from` that fit
};

/// Records a run in its folder: run.json, events.jsonl, and checkpoints. Checkpoints are written
/// while the steps continue. Only the last two checkpoints remain. A run that resumes from a
/// checkpoint replaces all data of later steps in its folder.
class RunRecorder {
public:
    /// Restores the simulation from `request.from` if that is set, and adds the recording to the
    /// schedule. `simulation` and `schedule` must outlive this object. Does not change the folder.
    /// Throws the errors of RunFolder and restore_checkpoint(). Throws Error(bad_input) if the run
    /// went back after the checkpoint, so that its log no longer leads to the checkpoint.
    RunRecorder(Simulation& simulation, RunRecordRequest request, Schedule& schedule);
    RunRecorder(const RunRecorder&) = delete;
    RunRecorder& operator=(const RunRecorder&) = delete;
    ~RunRecorder();

    /// Call in each frame before its steps. The first call records that the run has begun. Throws
    /// the errors of RunLog.
    void begin_frame();
    /// Writes the events of a frame to the log. Throws Error(io).
    void end_frame();
    /// Records the end of the run. Writes a last checkpoint if checkpoints were requested, or if
    /// the run went wrong or was interrupted. Waits until everything is on disk. Throws Error(io).
    void finish(int status);
    /// Records the exit status of a run that an exception ended. Does nothing if the run never
    /// began.
    void note_failure(int status) noexcept;

private:
    /// A point in the run's history. The length of the log distinguishes points at the same step.
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
    std::string run_;               ///< run.json as it was when the run began
    const Code* hashed_ = nullptr;  ///< the code whose included_hashes() are in included_
    std::optional<IncludedHashes> included_;
    LogMatch log_match_;
    std::optional<Moment> checksums_at_;  ///< when checksums were last logged
    std::optional<Moment> checkpoint_at_;
    std::future<void> writing_;
};

}  // namespace glint::studio
