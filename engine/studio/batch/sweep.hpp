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

/// Options of run_sweep().
struct SweepOptions {
    std::filesystem::path program;  ///< the program that runs a case: glint
    /// Arguments that start `program` as a server of cases, see CaseProgram. If empty, each case
    /// gets a separate process.
    std::vector<std::string> server{};
    /// Arguments common to all cases: "run", the simulation, and flags. The arguments of a single
    /// case are appended.
    std::vector<std::string> arguments{};
    std::size_t jobs = 0;  ///< number of parallel cases; 0: as many as cores and memory allow
    std::optional<std::chrono::duration<double>> time_limit{};  ///< per case
    bool retry = false;                                         ///< true: runs failed cases again
    bool uses_gpu = true;                                       ///< true if cases may use a GPU
    std::size_t state_bytes = 0;  ///< size of the largest case's arrays
    std::string code{};           ///< CaseResult::code of all cases
    /// Called before each case. Returns false to stop the sweep, for example because input files
    /// have changed.
    std::function<bool()> continues{};
};

/// Progress of a sweep.
struct SweepProgress {
    std::size_t total = 0;
    std::size_t done = 0;    ///< cases that ended with status 0
    std::size_t failed = 0;  ///< cases that ended with another status
    std::size_t running = 0;
    std::optional<std::chrono::duration<double>> left{};  ///< time left; nullopt until a case ends
};

/// Outcome of a sweep.
struct SweepSummary {
    std::size_t total = 0;
    std::size_t done = 0;
    std::size_t failed = 0;
    std::size_t ran = 0;  ///< cases that this call of run_sweep() ran, done or failed
    std::size_t max_parallel = 0;
    std::chrono::duration<double> taken{};     ///< from the start until the last case ended
    std::chrono::duration<double> of_cases{};  ///< summed time of the cases that ran
    bool is_interrupted = false;
    bool is_stopped = false;  ///< SweepOptions::continues returned false

    /// Returns the summed time of the cases divided by the elapsed time, which is the average
    /// number of cases that ran at the same time. A case may take longer in parallel with others
    /// than alone.
    double factor() const { return ran > 0 ? of_cases / taken : 1; }
};

/// Returns the arguments for the process of a case: the common arguments, arguments such as
/// `--set=feed=0.02` and `--seed=3`, and the files for monitors, picture, and result. A flag and
/// its value form one argument, so that a value cannot be mistaken for a flag.
std::vector<std::string> case_arguments(const SweepOptions& options, const Cases& cases,
                                        const CaseFolders& folder, std::size_t index);
/// Returns a shell command line that runs the case unless the case already has a result. A time
/// limit uses coreutils' `timeout`. Throws Error(invalid_argument) if the command would need more
/// than one line.
std::string case_command(const SweepOptions& options, const Cases& cases, const CaseFolders& folder,
                         std::size_t index);

/// Runs the cases that do not have a result yet, in separate processes, see CaseRunner. Calls
/// `show` on every change and several times a second. The first SIGINT or SIGTERM stops the sweep:
/// running cases are killed. When the sweep is started again, it repeats the killed cases.
///
/// The process of a case writes the result when the case ends. If the process did not write a
/// result, for example because a signal ended it, run_sweep() writes the result. Before a case
/// runs, the files of an earlier attempt are removed from the case's folder; other files stay.
/// Throws the errors of collect_results().
SweepSummary run_sweep(const SweepOptions& options, const Cases& cases, const SweepFolder& folder,
                       const std::function<void(const SweepProgress&)>& show);

/// Returns one entry per case: the current result, or nullopt if the case does not have a result
/// yet. Throws Error(invalid_state) for a result with other parameters, or from another version of
/// the file.
std::vector<std::optional<CaseResult>> collect_results(const SweepOptions& options,
                                                       const Cases& cases,
                                                       const CaseFolders& folder);

/// Returns comma-separated values with one row per case: `case`, each axis, each monitor's last
/// value, `status`, `seconds`, `reason`. The status of a case without a result is empty. Text that
/// a spreadsheet would interpret as a formula gets an apostrophe as prefix. Numbers are unchanged.
std::string sweep_table(const Cases& cases, const std::vector<std::optional<CaseResult>>& results);

/// Returns the names of all monitors that occur in the results, in the order of their first
/// occurrence.
std::vector<std::string> monitor_names(const std::vector<std::optional<CaseResult>>& results);

}  // namespace glint::studio
