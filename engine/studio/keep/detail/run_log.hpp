// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <glint/studio/run/events.hpp>
#include <glint/studio/run/field_checksums.hpp>

namespace glint::studio {

/// Writes the events of a run, and checksums of its fields, to events.jsonl, one per line. When a
/// call returns, the operating system has the lines, so a crash of the program loses none. Other
/// versions of the file are stored next to it, as "code-0001.cu".
class RunLog {
public:
    /// Continues after the first `bytes` of the file, and truncates the rest. `before` is the
    /// number of events in the run's EventLog that are not in the file. Throws Error(io).
    RunLog(std::filesystem::path file, std::uint64_t bytes, std::size_t before = 0);
    RunLog(const RunLog&) = delete;
    RunLog& operator=(const RunLog&) = delete;
    ~RunLog();

    /// Logs the changes since the last call, at this step. These functions throw Error(io).
    void note(EventLog& events, std::uint64_t step);
    void note(const std::vector<FieldChecksum>& sums, std::uint64_t step);
    /// Logs that the run was resumed with this version of the file, see adopt_resumed().
    void note_adopted(const std::string& text, std::uint64_t step);

    std::uint64_t size_bytes() const noexcept { return size_bytes_; }

private:
    void write(const std::string& line);
    std::string save_text(const std::string& text);

    std::filesystem::path file_;
    int descriptor_ = -1;
    std::uint64_t size_bytes_ = 0;
    std::size_t in_file_ = 0;  ///< events in the file that are not in the EventLog
    std::size_t before_ = 0;   ///< events in the EventLog that are not in the file
};

/// The run switched to another version of the simulation's file; `file` has its text.
struct LoggedVersion {
    std::filesystem::path file;
    bool is_resumed = false;  ///< true for `resume --adopt`; false if changed during the run
};
using LoggedChecksums = std::vector<FieldChecksum>;

/// A line of the log.
struct LogEntry {
    std::uint64_t step = 0;  ///< number of the next step at that time
    std::variant<Edit, Drag, Reset, LoggedVersion, LoggedChecksums> what;
    std::size_t line = 0;  ///< line number in the file, from 1
};

struct ReadLog {
    std::vector<LogEntry> entries;  ///< except those that going back has discarded
    bool is_cut = false;            ///< true if the last line is incomplete
};

/// Throws Error(bad_input) with the number of the bad line. A missing file has no entries.
ReadLog read_log(const std::filesystem::path& file);
/// Parses a log. Messages call it `file`; the versions that it names are stored next to it.
ReadLog parse_log(std::string_view text, const std::filesystem::path& file);

/// How a log matches a checkpoint.
struct LogMatch {
    std::uint64_t bytes = 0;            ///< length of the log up to the checkpoint
    bool is_lost = false;               ///< lines are missing, for example after a power failure
    bool is_of_another_future = false;  ///< the run went back to before the checkpoint
};

/// Compares a log with a checkpoint at this step. The log had `bytes` when the checkpoint was
/// written, and its last line was at this step.
LogMatch match_log(const std::filesystem::path& file, std::uint64_t bytes, std::uint64_t step);

}  // namespace glint::studio
