// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <glint/base/path_lock.hpp>
#include <glint/studio/keep/run_files.hpp>
#include <glint/studio/keep/run_record.hpp>

namespace glint::studio {

struct Checkpoint;

/// The run that continues, and the checkpoint file that it continues from.
struct ResumedRun {
    RunRecord record;
    std::filesystem::path file{};  ///< may be empty: the checkpoint is known to be in the folder
};

/// The folder in which a run leaves what it makes. While it lives no other process has it. Of files
/// that are there it touches only those that glint wrote, see RunFileNames.
class RunFolder {
public:
    /// Makes the folder if it is missing, for a new run, or for one that continues. Changes nothing
    /// else.
    ///
    /// Throws Error(io) if it cannot be made, and Error(invalid_state) if another process has it,
    /// if it has files but no record of a run, if it holds a sweep, for a new run if it has
    /// checkpoints, and for one that continues if it holds another run. The folder of a sweep's
    /// case needs no record. A run also continues in a folder that has its checkpoints and nothing
    /// else.
    RunFolder(std::filesystem::path path, RunFileNames names,
              std::optional<ResumedRun> resumed = std::nullopt);

    const std::filesystem::path& path() const noexcept { return path_; }
    std::filesystem::path record_file() const { return path_ / kRecordFile; }
    std::filesystem::path log_file() const { return path_ / kLogFile; }
    std::filesystem::path text_file() const { return path_ / kTextFile; }
    /// The log and the texts up to the checkpoint are in this folder: here, or where the run was.
    std::filesystem::path source() const;

    /// Removes what an earlier run left, and writes the record of a new one. Throws Error(io).
    void begin(const RunRecord& record) const;
    /// Makes a checkpoint the last one, with the first `log_bytes` of the log and the texts before
    /// it. The process may be killed at any moment: `resume` then continues from the last
    /// checkpoint of the old future or from this one, never with files of both. Throws Error(io).
    void go_back(const RunRecord& record, const Checkpoint& to, std::uint64_t log_bytes) const;
    /// Removes files of later steps: images, fields, and texts that the log does not name. To be
    /// called once the log ends at this step.
    void remove_after(std::uint64_t step, unsigned steps_per_frame) const;

    void write(const RunRecord& record) const;  ///< run.json; throws Error(io)

private:
    void refuse_what_it_holds() const;
    void refuse_another_run() const;
    /// Refuses a folder with files, except for checkpoints if the name of one is given.
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

/// Keeps the last two checkpoints of a folder up to `step`, the one written last. Later ones are of
/// a future that the run left when it went back, by a reset or in time.
void thin_checkpoints(const std::filesystem::path& folder, std::uint64_t step);

/// Makes the first of "PARENT/NAME-0001", "-0002" ... that is not there. Throws Error(io).
std::filesystem::path make_run_folder(const std::filesystem::path& parent, const std::string& name);

/// run.json of this folder. Throws Error(not_found) if no run was made there, and what
/// parse_run_record() does.
RunRecord read_record(const std::filesystem::path& folder);
/// The same; nothing where there is none that can be read.
std::optional<RunRecord> find_record(const std::filesystem::path& folder);

}  // namespace glint::studio
