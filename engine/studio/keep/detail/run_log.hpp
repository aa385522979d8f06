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

/// Writes the events of a run, and checksums of its fields, to the log events.jsonl, one per line.
/// When a function returns, the operating system has received its lines, so that a crash of the
/// program cannot lose them. Other versions of the simulation's file are stored next to the log, as
/// "code-0001.cu".
class RunLog {
public:
    /// Continues the log after its first `bytes` bytes, and removes all later bytes. `before` is
    /// the number of events that are in the run's EventLog, but not in the log file. Throws
    /// Error(io).
    RunLog(std::filesystem::path file, std::uint64_t bytes, std::size_t before = 0);
    RunLog(const RunLog&) = delete;
    RunLog& operator=(const RunLog&) = delete;
    ~RunLog();

    /// Log the changes of the EventLog since the last call, or checksums of fields, at this step.
    /// Throw Error(io).
    void note(EventLog& events, std::uint64_t step);
    void note(const std::vector<FieldChecksum>& sums, std::uint64_t step);
    /// Logs that the run was resumed with another version of its file, whose content is `text`; see
    /// adopt_resumed(). Throws Error(io).
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

/// An entry of the log: the run switched to another version of the simulation's file. `file` is the
/// path of that version.
struct LoggedVersion {
    std::filesystem::path file;
    bool is_resumed = false;  ///< true after `resume --adopt`; false for a change during the run
};
using LoggedChecksums = std::vector<FieldChecksum>;

/// A line of the log.
struct LogEntry {
    std::uint64_t step = 0;  ///< number of the next step at the time of the entry
    std::variant<Edit, Drag, Reset, LoggedVersion, LoggedChecksums> what;
    std::size_t line = 0;  ///< line number in the file, from 1
};

struct ReadLog {
    std::vector<LogEntry> entries;  ///< without entries that the run discarded when it went back
    bool is_cut = false;            ///< true if the last line is incomplete
};

/// Reads a log. If the file does not exist, returns a log without entries. Throws Error(bad_input),
/// with the number of the line, for an invalid line.
ReadLog read_log(const std::filesystem::path& file);
/// Parses the text of a log. Error messages refer to the log as `file`. The versions of the
/// simulation's file that the log refers to are next to `file`. Throws the errors of read_log().
ReadLog parse_log(std::string_view text, const std::filesystem::path& file);

/// Result of match_log().
struct LogMatch {
    std::uint64_t bytes = 0;   ///< length of the log up to the time of the checkpoint
    bool is_lost = false;      ///< lines are missing, for example after a power failure
    bool was_rewound = false;  ///< the run went back to a step before the checkpoint
};

/// Compares a log with a checkpoint at step `step`. `bytes` is the size of the log when the
/// checkpoint was written. The last line of the log was then also at this step.
LogMatch match_log(const std::filesystem::path& file, std::uint64_t bytes, std::uint64_t step);

}  // namespace glint::studio
