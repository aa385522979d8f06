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
    not_lowered,  ///< the backend reports that it does not support this lowering for the kernel
    too_long,     ///< the reference would take too long
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
    std::string detail;    ///< the difference, or why there is no result
    std::string lowering;  ///< the lowering that ran
};

/// Runs the kernels on each target and compares the results with the reference.
std::vector<Verdict> check(const std::vector<Kernel>& kernels, const std::vector<Target>& targets);

/// Converts verdicts to text, so that a child process can return them, and back.
std::string write_verdicts(const std::vector<Verdict>& verdicts);
std::vector<Verdict> read_verdicts(const std::string& text);

/// Runs `compiles` in a child process. Returns false if the process dies.
bool compiles_in_child(const Kernel& kernel, const Target& target, double timeout_seconds);

/// Runs `check` in a child process. If the process dies, the last verdict says so.
std::vector<Verdict> check_disjoint(const Kernel& kernel, const Target& target,
                                    double timeout_seconds);

}  // namespace glint::fuzz
