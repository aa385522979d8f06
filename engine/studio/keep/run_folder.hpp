#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/keep/run_record.hpp>

namespace glint::studio {

/// What is in the folder of a run.
inline constexpr const char* kRecordFile = "run.json";
inline constexpr const char* kLogFile = "events.jsonl";
inline constexpr const char* kTextFile = "code.cu";  ///< the text with which the run began

/// The folder in which a run leaves what it makes. No other run of this program, or of another one,
/// may have it while this lives.
class RunFolder {
public:
    enum class Use {
        fresh,  ///< for a run from its first step; what an earlier one left is in the way or goes
        go_on   ///< for the run that is in it
    };
    /// Makes the folder if it is missing. Throws Error(io) if it cannot be made or written to,
    /// Error(invalid_state) while another run has it, and for a fresh one if checkpoints are there,
    /// which would be lost.
    RunFolder(std::filesystem::path path, Use use);
    RunFolder(const RunFolder&) = delete;
    RunFolder& operator=(const RunFolder&) = delete;
    ~RunFolder();

    const std::filesystem::path& path() const noexcept { return path_; }
    std::filesystem::path record_file() const { return path_ / kRecordFile; }
    std::filesystem::path log_file() const { return path_ / kLogFile; }
    std::filesystem::path text_file() const { return path_ / kTextFile; }

    /// Removes what writers that were killed left, and for a fresh run the record and the log of an
    /// earlier one.
    void clear() const;
    void write(const RunRecord& record) const;  ///< run.json; throws Error(io)

private:
    std::filesystem::path path_;
    int lock_ = -1;  ///< the folder itself
    bool is_fresh_ = true;
};

/// Makes the first of "PARENT/NAME-0001", "-0002" ... that is not there. Throws Error(io).
std::filesystem::path make_run_folder(const std::filesystem::path& parent, const std::string& name);

/// run.json of this folder. Throws Error(not_found) if no run was made there, and what
/// parse_run_record() does.
RunRecord read_record(const std::filesystem::path& folder);

/// "checkpoint-000600.npz"
std::string checkpoint_name(std::uint64_t step);
/// The checkpoints in a folder, by their steps.
std::vector<std::filesystem::path> checkpoints_in(const std::filesystem::path& folder);

}  // namespace glint::studio
