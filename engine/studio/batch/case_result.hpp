// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace glint::studio {

/// Result of one run.
struct CaseResult {
    int status = 0;        ///< exit status; 128 plus the signal number if a signal ended it
    std::string reason{};  ///< explanation if the status is not 0
    double seconds = 0;    ///< wall-clock time since the command started
    std::uint64_t steps = 0;
    double time = 0;                                         ///< simulated time, in the unit of dt
    std::vector<std::pair<std::string, double>> monitors{};  ///< last values, by function name
    /// Arguments of `glint run`, without those for output files. The arguments and `code` identify
    /// the run; `code` is a hash of the simulation's text and of all other files that the run
    /// reads.
    std::vector<std::string> arguments{};
    std::string code{};

    bool is_done() const noexcept { return status == 0; }
};

/// CaseResult::status of a case that exceeded its time limit.
inline constexpr int kTimedOut = 124;

/// Returns `arguments` of a run without --out=DIR, --monitors=FILE, --picture=FILE and
/// --result=FILE. Bytes that are not UTF-8 are escaped, as in result files.
std::vector<std::string> identifying_arguments(const std::vector<std::string>& arguments);

/// Writes the result as JSON, atomically. When the function returns, the result is on disk, and so
/// are all files that LateSync had deferred. Throws Error(io).
void write_case_result(const std::filesystem::path& file, const CaseResult& result);

/// Reads a result. Returns nullopt if the file does not exist, or if it is not a complete result
/// with the arguments of its run.
std::optional<CaseResult> read_case_result(const std::filesystem::path& file);

}  // namespace glint::studio
