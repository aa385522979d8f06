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
#include <glint/studio/batch/sweep_folder.hpp>

namespace glint::studio {

/// How the cases of a sweep are run.
struct SweepOptions {
    std::filesystem::path program;  ///< that runs a case: glint
    /// What it is called with to serve cases, see CaseProgram; empty: a process for each case.
    std::vector<std::string> server{};
    /// Of each case: "run", the simulation, and flags. What is its own comes behind.
    std::vector<std::string> arguments{};
    std::size_t jobs = 0;  ///< cases side by side; 0: as many as cores and memory allow
    std::optional<std::chrono::duration<double>> time_limit{};  ///< of each case
    bool retry = false;           ///< whether cases that failed are run again
    bool uses_gpu = true;         ///< whether cases may take a GPU
    std::size_t state_bytes = 0;  ///< of a case's arrays, the most of all cases
    std::string code{};           ///< what CaseResult::code is for all cases
    /// Called before each case; false ends the sweep: what it runs is no longer the same.
    std::function<bool()> goes_on{};
};

/// How far a sweep is.
struct SweepProgress {
    std::size_t total = 0;
    std::size_t done = 0;    ///< with status 0
    std::size_t failed = 0;  ///< with another
    std::size_t running = 0;
    std::optional<std::chrono::duration<double>> left{};  ///< nothing until a case has ended
};

/// What became of it.
struct SweepSummary {
    std::size_t total = 0;
    std::size_t done = 0;
    std::size_t failed = 0;
    std::size_t ran = 0;  ///< of both, those of this start
    std::size_t most_at_once = 0;
    std::chrono::duration<double> taken{};     ///< by this start until its last case ended
    std::chrono::duration<double> of_cases{};  ///< by its cases, added up
    bool is_interrupted = false;
    bool is_stopped = false;  ///< by SweepOptions::goes_on

    /// How many times as long the cases took, added up: how many ran at a time on average. They
    /// may take longer beside each other than they do alone.
    double factor() const { return ran > 0 ? of_cases / taken : 1; }
};

/// The arguments of a case's process: those of all, then `--set=feed=0.02`, `--seed=3`, and where
/// it leaves its monitors, its picture and its result. A flag and its value are one argument, so
/// that no value is taken for a flag.
std::vector<std::string> case_arguments(const SweepOptions& options, const Cases& cases,
                                        const CaseFolders& folder, std::size_t index);
/// A line for a shell that runs the case unless it has a result, by coreutils' `timeout` if there
/// is a time limit. Throws Error(invalid_argument) if it would need more than one line.
std::string case_command(const SweepOptions& options, const Cases& cases, const CaseFolders& folder,
                         std::size_t index);

/// Runs the cases that have no result yet, in other processes, see CaseRunner. `show` is called
/// whenever something has changed, and some times a second. The first SIGINT or SIGTERM ends it:
/// cases that run are ended, and run again by the next start.
///
/// A case's result is written once, at its end: by its own process, or for one that was ended by a
/// signal, by this one. Files of a case that has no result are removed before it runs again; other
/// files stay. Throws what collect_results() does.
SweepSummary run_sweep(const SweepOptions& options, const Cases& cases, const SweepFolder& folder,
                       const std::function<void(const SweepProgress&)>& show);

/// What became of each case so far; nothing where there is no result. Throws Error(invalid_state)
/// for a result of other parameters or of another text than the case has.
std::vector<std::optional<CaseResult>> collect_results(const SweepOptions& options,
                                                       const Cases& cases,
                                                       const CaseFolders& folder);

/// Comma-separated values, a row for each case: `case`, each axis, each monitor's last value,
/// `status`, `seconds`, `reason`. A case that has no result has no status. Text that a spreadsheet
/// would take for a formula begins with an apostrophe; numbers stay as they are.
std::string sweep_table(const Cases& cases, const std::vector<std::optional<CaseResult>>& results);

/// The names of the monitors that any case has, in their order.
std::vector<std::string> monitor_names(const std::vector<std::optional<CaseResult>>& results);

}  // namespace glint::studio
