// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <glint/base/path_lock.hpp>
#include <glint/studio/keep/detail/run_files.hpp>
#include <glint/studio/keep/run_record.hpp>

namespace glint::studio {

struct Checkpoint;

/// A run to resume, and the checkpoint file to resume it from.
struct ResumedRun {
    RunRecord record;
    std::filesystem::path file{};  ///< may be empty if the checkpoint is in the run's folder
};

/// The folder with a run's output. The folder is locked against other processes while this object
/// lives. Changes existing files only if glint wrote them, see RunFileNames.
class RunFolder {
public:
    /// Creates the folder of a new or resumed run if it does not exist. Does not change existing
    /// files.
    ///
    /// Throws Error(io) if the folder cannot be created. Throws Error(invalid_state) if another
    /// process uses the folder, if the folder holds a sweep, or if it contains files but not a run
    /// record. Also throws it for a new run if the folder has checkpoints, and for a resumed run if
    /// the folder has another run. A run record is not required in the folder of a sweep's case, or
    /// in a folder that contains only checkpoints of the resumed run.
    RunFolder(std::filesystem::path path, RunFileNames names,
              std::optional<ResumedRun> resumed = std::nullopt);

    const std::filesystem::path& path() const noexcept { return path_; }
    std::filesystem::path record_file() const { return path_ / kRecordFile; }
    std::filesystem::path log_file() const { return path_ / kLogFile; }
    std::filesystem::path text_file() const { return path_ / kTextFile; }
    /// The folder with the log and the versions of the simulation's file up to the checkpoint. It
    /// is this folder, or the folder of the original run.
    std::filesystem::path source() const;

    /// Removes the files of an earlier run, and writes the record of a new run. Throws Error(io).
    void begin(const RunRecord& record) const;
    /// Makes `to` the last checkpoint in this folder. If the original run is in another folder,
    /// also copies the first `log_bytes` bytes of its log, and the versions of the simulation's
    /// file that this part of the log refers to. The process may be killed at any time: `resume`
    /// then continues either from this checkpoint or from the previous last checkpoint, and never
    /// mixes files of both. Throws Error(io).
    void go_back(const RunRecord& record, const Checkpoint& to, std::uint64_t log_bytes) const;
    /// Removes the files of later steps: images, fields, and versions that the log does not
    /// contain. Call after the log has been truncated to end at this step.
    void remove_after(std::uint64_t step, unsigned steps_per_frame) const;

    void write(const RunRecord& record) const;  ///< writes run.json; throws Error(io)

private:
    void refuse_existing_files() const;
    void refuse_another_run() const;
    /// Refuses a folder that contains files other than glint's temporary files and redirected
    /// output. If `checkpoint` is not empty, accepts this file and all checkpoints too.
    void refuse_other_files(const std::string& checkpoint) const;
    void copy_from_source(std::uint64_t log_bytes) const;
    bool is_ours(const std::string& name) const { return names_.find(name).has_value(); }
    template <class Choice>
    void remove_files(const Choice& is_chosen) const;

    std::filesystem::path path_;
    RunFileNames names_;
    std::optional<ResumedRun> resumed_;
    std::optional<FolderLock> lock_;
};

/// Removes all checkpoints in a folder except the last two up to step `step`. Checkpoints of later
/// steps are obsolete, because the run has gone back since then, by a reset or in time.
void thin_checkpoints(const std::filesystem::path& folder, std::uint64_t step);

/// Creates the first of "PARENT/NAME-0001", "PARENT/NAME-0002" ... that does not exist. Returns its
/// path. Throws Error(io).
std::filesystem::path make_run_folder(const std::filesystem::path& parent, const std::string& name);

/// Reads run.json of this folder. Throws Error(not_found) if the folder does not contain a run, and
/// the errors of parse_run_record().
RunRecord read_record(const std::filesystem::path& folder);
/// Reads run.json of this folder. Returns nullopt if the file does not exist or cannot be read.
std::optional<RunRecord> find_record(const std::filesystem::path& folder);

}  // namespace glint::studio
