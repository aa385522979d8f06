// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

namespace glint::studio {

/// Resources of this machine for cases that run in parallel.
struct Resources {
    std::size_t cores = 1;
    std::size_t host_bytes = 0;  ///< memory that is still available to programs
    /// Free memory of each GPU that the cases may use: the minimum if there are several. Nothing if
    /// they use no GPU.
    std::optional<std::size_t> gpu_bytes{};
    std::size_t gpus = 0;
};

/// Returns what is available now. `uses_gpu` is true if cases may use the GPUs.
Resources find_resources(bool uses_gpu);

/// Memory that one case needs, as far as it is known.
struct CaseNeed {
    std::size_t state_bytes = 0;     ///< of its arrays, on the device
    std::size_t measured_bytes = 0;  ///< peak host memory of a finished case; 0: none has finished
};

/// Returns the number of cases to run in parallel: one per core, or one per GPU, as far as nine
/// tenths of the memory allow. At least one.
std::size_t max_jobs(const Resources& resources, const CaseNeed& need);

}  // namespace glint::studio
