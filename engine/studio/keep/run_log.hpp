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
#include <glint/studio/run/field_sums.hpp>

namespace glint::studio {

/// Writes what happens in a run, and sums of its fields, to events.jsonl: a line each. Lines are
/// with the system once a call returns, so that the death of the program loses none. The texts of
/// other versions of the file lie beside it, "code-0001.cu".
class RunLog {
public:
    /// Continues after the first `bytes` of the file, and cuts off the rest. `before` is the number
    /// of events in the run's EventLog that are not in the file. Throws Error(io).
    RunLog(std::filesystem::path file, std::uint64_t bytes, std::size_t before = 0);
    RunLog(const RunLog&) = delete;
    RunLog& operator=(const RunLog&) = delete;
    ~RunLog();

    /// What changed since the last call, at this step. These throw Error(io).
    void note(EventLog& events, std::uint64_t step);
    void note(const std::vector<FieldSum>& sums, std::uint64_t step);
    /// The run was resumed with this text, as adopt_resumed() does it.
    void note_adopted(const std::string& text, std::uint64_t step);

    std::uint64_t size_bytes() const noexcept { return size_bytes_; }

private:
    void write(const std::string& line);
    std::string keep_text(const std::string& text);

    std::filesystem::path file_;
    int descriptor_ = -1;
    std::uint64_t size_bytes_ = 0;
    std::size_t in_file_ = 0;  ///< events of the file that the EventLog lacks
    std::size_t before_ = 0;   ///< events of the EventLog that the file lacks
};

/// Another version of the file was taken into use; its text is in this file.
struct OtherText {
    std::filesystem::path file;
    bool is_resumed = false;  ///< by `resume --adopt`, else while the run went on
};
using LoggedSums = std::vector<FieldSum>;

/// A line of the log.
struct LogEntry {
    std::uint64_t step = 0;  ///< the one that was next
    std::variant<Edit, Drag, Reset, OtherText, LoggedSums> what;
    std::size_t line = 0;  ///< in the file, from 1
};

struct ReadLog {
    std::vector<LogEntry> entries;  ///< without what happened before the run went back behind it
    bool is_cut = false;            ///< whether the last line breaks off
};

/// Throws Error(bad_input), naming the line at fault. A file that is not there has no entries.
ReadLog read_log(const std::filesystem::path& file);
/// The log in a text, which messages call `file`, and next to which the texts lie that it names.
ReadLog parse_log(std::string_view text, const std::filesystem::path& file);

/// How a log fits a checkpoint.
struct LogMatch {
    std::uint64_t bytes = 0;            ///< of its lines that are the run's up to the checkpoint
    bool is_lost = false;               ///< lines are missing, as after a loss of power
    bool is_of_another_future = false;  ///< the run went back before the checkpoint, and continued
};

/// Compares a log with a checkpoint of this step, which was written when the log had `bytes`: its
/// last line then was of this step.
LogMatch match_log(const std::filesystem::path& file, std::uint64_t bytes, std::uint64_t step);

}  // namespace glint::studio
