// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/driver/stream.hpp>

#include "ast.hpp"
#include "interpreter.hpp"

namespace glint::fuzz {

/// A way to run kernels: "cuda", "cuda:debug" (compiled without optimization), or "cpu:" followed
/// by a lowering, such as "cpu:fibres". "cpu:" alone lets the backend choose the lowering.
struct Target {
    std::string device;
    std::string mode;  ///< a CPU lowering, or "debug" on CUDA

    std::string name() const {
        return device == "cpu" || !mode.empty() ? device + ":" + mode : device;
    }
};

/// Outcome of one kernel.
struct Result {
    std::optional<Memory> memory;  ///< nullopt if the run failed for `reason`
    std::string reason;
    std::string lowering;  ///< the lowering that ran, as reported by the kernel
    /// True if the backend reported that it does not support this lowering for the kernel. That is
    /// not a bug.
    bool not_lowered = false;
};

/// True if the target's compiler accepts the kernel's source. On the CPU, this does not include
/// lowering the kernel.
bool compiles(const Target& target, const Kernel& kernel);

/// Compiles the kernels as one source, and runs each. If compilation fails, compiles each kernel
/// separately, so that each failure has its own reason.
std::vector<Result> run_on(const Target& target, const std::vector<Kernel>& kernels);

}  // namespace glint::fuzz
