// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "child.hpp"
#include "device_run.hpp"

namespace glint::fuzz {

enum class Status {
    agree,
    differ,
    failed,       ///< compilation or execution failed
    not_lowered,  ///< this lowering does not support the kernel, and reports so
    too_long,     ///< for the reference
    illegal,      ///< the reference found undefined behavior
    crashed,      ///< the process died or had to be killed
};

std::string to_string(Status status);
/// True if the status indicates a bug.
bool is_bad(Status status);

/// Outcome of one kernel on one target.
struct Verdict {
    std::uint64_t seed = 0;
    std::string target;
    Status status = Status::agree;
    std::string detail;    ///< the difference, or the reason for a missing result
    std::string lowering;  ///< the lowering that ran
};

/// Runs the kernels on each target and compares the results with the reference.
std::vector<Verdict> check(const std::vector<Kernel>& kernels, const std::vector<Target>& targets);

/// Converts verdicts to text, to pass them out of a child process, and back.
std::string write_verdicts(const std::vector<Verdict>& verdicts);
std::vector<Verdict> read_verdicts(const std::string& text);

/// Runs `compiles` in a child process; returns false if it dies.
bool compiles_in_child(const Kernel& kernel, const Target& target, double timeout_seconds);

/// Runs `check` in a child process. If it dies, the last verdict says so.
std::vector<Verdict> check_disjoint(const Kernel& kernel, const Target& target,
                                    double timeout_seconds);

}  // namespace glint::fuzz
