// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

namespace glint::studio {

/// What this machine has for cases that run side by side.
struct Resources {
    std::size_t cores = 1;
    std::size_t host_bytes = 0;  ///< that programs may still take
    /// Free memory of each GPU that the cases may use, the least if they are several; nothing if
    /// they use none.
    std::optional<std::size_t> gpu_bytes{};
    std::size_t gpus = 0;
};

/// What is here now. `uses_gpu` says whether cases may take the GPUs there are.
Resources find_resources(bool uses_gpu);

/// What one case takes, as far as is known.
struct CaseNeed {
    std::size_t state_bytes = 0;     ///< of its arrays, on the device
    std::size_t measured_bytes = 0;  ///< the most host memory that a case took; 0: none has ended
};

/// How many cases run side by side: one for each core, or one for each GPU, as far as nine
/// tenths of the memory reach, and one at least.
std::size_t most_jobs(const Resources& resources, const CaseNeed& need);

}  // namespace glint::studio
