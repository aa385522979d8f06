// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/driver/stream.hpp>

#include "ast.hpp"
#include "interpreter.hpp"

namespace glint::fuzz {

/// A way to run kernels: "cuda", "cuda:debug" (compiled without optimization), or "cpu" followed by
/// a lowering, as in "cpu:fibres"; "cpu:" leaves the choice to the backend.
struct Target {
    std::string device;
    std::string mode;  ///< a lowering of the CPU, or "debug" on CUDA

    std::string name() const {
        return device == "cpu" || !mode.empty() ? device + ":" + mode : device;
    }
};

/// What became of one kernel.
struct Result {
    std::optional<Memory> memory;  ///< without it there is a reason
    std::string reason;
    std::string lowering;  ///< what ran, as the kernel itself says
    /// The backend said that it cannot run the kernel this way, which is no mistake.
    bool not_lowered = false;
};

/// Whether the kernel's source is one that the target's compiler takes. On the CPU nothing is
/// lowered yet.
bool compiles(const Target& target, const Kernel& kernel);

/// Compiles the kernels as one source and runs each. Should that fail as a whole, each is compiled
/// alone, so that the reasons are told apart.
std::vector<Result> run_on(const Target& target, const std::vector<Kernel>& kernels);

}  // namespace glint::fuzz
