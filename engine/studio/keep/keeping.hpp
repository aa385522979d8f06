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
    std::string from_name{};  ///< what errors call it
    bool adopts = false;      ///< takes of `from` what fits
};

/// Keeps a run in its folder: run.json, events.jsonl, checkpoints. Checkpoints are written beside
/// the steps; the last two stay.
class Keeping {
public:
    /// Puts the simulation where `from` was, and enters what is to come into the schedule. Both
    /// have to outlive it. Throws what RunFolder and restore_checkpoint() do.
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

private:
    bool checkpoint();
    void note_sums();
    void wait_for_checkpoint();

    Simulation& simulation_;
    KeepRequest request_;
    RunFolder folder_;
    std::optional<RunLog> log_;
    FieldSums sums_;
    std::string run_;  ///< run.json as it was when the run began
    std::optional<std::uint64_t> sums_at_;
    std::optional<std::uint64_t> checkpoint_at_;
    std::future<void> writing_;
};

/// Writes into run.json of a folder that its run ended with this status, if it does not say so yet.
/// For runs that end by an exception.
void note_end(const std::filesystem::path& folder, int status) noexcept;

}  // namespace glint::studio
