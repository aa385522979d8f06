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
    failed,       ///< it did not compile, or not run to its end
    not_lowered,  ///< this lowering cannot run it, and says so
    too_long,     ///< for the reference
    illegal,      ///< the reference found that the kernel's meaning is open
    crashed,      ///< the process died, or had to be ended
};

std::string to_string(Status status);
/// Whether somebody made a mistake.
bool is_bad(Status status);

/// What one kernel did on one target.
struct Verdict {
    std::uint64_t seed = 0;
    std::string target;
    Status status = Status::agree;
    std::string detail;    ///< what differs, or why there is nothing to compare
    std::string lowering;  ///< what ran
};

/// Runs the kernels on each target and compares with the reference.
std::vector<Verdict> check(const std::vector<Kernel>& kernels, const std::vector<Target>& targets);

/// Verdicts as text, to come out of a child process, and back.
std::string write_verdicts(const std::vector<Verdict>& verdicts);
std::vector<Verdict> read_verdicts(const std::string& text);

/// `compiles` in a process of its own; false if that dies.
bool compiles_apart(const Kernel& kernel, const Target& target, double timeout_seconds);

/// `check` in a process of its own. If that dies, the last verdict says so.
std::vector<Verdict> check_apart(const Kernel& kernel, const Target& target,
                                 double timeout_seconds);

}  // namespace glint::fuzz
