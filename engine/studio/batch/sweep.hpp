// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/batch/axis.hpp>
#include <glint/studio/batch/case_result.hpp>
#include <glint/studio/batch/detail/sweep_folder.hpp>

namespace glint::studio {

/// How to run the cases of a sweep.
struct SweepOptions {
    std::filesystem::path program;  ///< the program that runs a case: glint
    /// Arguments that start it as a server of cases, see CaseProgram; empty: one process per case.
    std::vector<std::string> server{};
    /// Arguments common to all cases: "run", the simulation, and flags. Those of the case are
    /// appended.
    std::vector<std::string> arguments{};
    std::size_t jobs = 0;  ///< cases to run in parallel; 0: as many as cores and memory allow
    std::optional<std::chrono::duration<double>> time_limit{};  ///< per case
    bool retry = false;           ///< whether to run failed cases again
    bool uses_gpu = true;         ///< whether cases may use a GPU
    std::size_t state_bytes = 0;  ///< size of a case's arrays, maximum over all cases
    std::string code{};           ///< CaseResult::code of all cases
    /// Called before each case. Returns false to stop the sweep, because its inputs have changed.
    std::function<bool()> continues{};
};

/// Progress of a sweep.
struct SweepProgress {
    std::size_t total = 0;
    std::size_t done = 0;    ///< cases that ended with status 0
    std::size_t failed = 0;  ///< cases that ended with another status
    std::size_t running = 0;
    std::optional<std::chrono::duration<double>> left{};  ///< nullopt until a case ends
};

/// Outcome of a sweep.
struct SweepSummary {
    std::size_t total = 0;
    std::size_t done = 0;
    std::size_t failed = 0;
    std::size_t ran = 0;  ///< cases that this start ran, done or failed
    std::size_t max_parallel = 0;
    std::chrono::duration<double> taken{};     ///< from this start to the end of its last case
    std::chrono::duration<double> of_cases{};  ///< total time of the cases that this start ran
    bool is_interrupted = false;
    bool is_stopped = false;  ///< SweepOptions::continues returned false

    /// Summed time of the cases divided by the elapsed time: the average number of cases that ran
    /// at once. Cases may take longer in parallel than one at a time.
    double factor() const { return ran > 0 ? of_cases / taken : 1; }
};

/// Returns the arguments of a case's process: the common arguments, then `--set=feed=0.02`,
/// `--seed=3`, and the files for its monitors, picture, and result. A flag and its value are one
/// argument, so that a value cannot be mistaken for a flag.
std::vector<std::string> case_arguments(const SweepOptions& options, const Cases& cases,
                                        const CaseFolders& folder, std::size_t index);
/// Returns a shell command line that runs the case unless it has a result. A time limit uses
/// coreutils' `timeout`. Throws Error(invalid_argument) if it would need more than one line.
std::string case_command(const SweepOptions& options, const Cases& cases, const CaseFolders& folder,
                         std::size_t index);

/// Runs the cases that have no result yet, in other processes, see CaseRunner. Calls `show` on
/// every change and several times a second. The first SIGINT or SIGTERM stops the sweep: running
/// cases are killed, and the next start runs them again.
///
/// A case's result is written once, at its end: by its own process, or by this one if a signal
/// ended it. Before a case without a result runs again, its files are removed; other files stay.
/// Throws the errors of collect_results().
SweepSummary run_sweep(const SweepOptions& options, const Cases& cases, const SweepFolder& folder,
                       const std::function<void(const SweepProgress&)>& show);

/// Returns the result of each case so far, nullopt where there is none. Throws Error(invalid_state)
/// for a result with other parameters or from another version of the file.
std::vector<std::optional<CaseResult>> collect_results(const SweepOptions& options,
                                                       const Cases& cases,
                                                       const CaseFolders& folder);

/// Returns comma-separated values with one row per case: `case`, each axis, each monitor's last
/// value, `status`, `seconds`, `reason`. A case without a result has no status. Text that a
/// spreadsheet would take for a formula is prefixed with an apostrophe; numbers stay as they are.
std::string sweep_table(const Cases& cases, const std::vector<std::optional<CaseResult>>& results);

/// Returns the names of the monitors that any case has, in order.
std::vector<std::string> monitor_names(const std::vector<std::optional<CaseResult>>& results);

}  // namespace glint::studio
