// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

namespace glint::studio {

/// Resources of this machine for cases that run in parallel.
struct Resources {
    std::size_t cores = 1;
    std::size_t host_bytes = 0;  ///< host memory that is still available to programs
    /// Smallest free memory of any GPU that the cases may use; nullopt if the cases do not use a
    /// GPU.
    std::optional<std::size_t> gpu_bytes{};
    std::size_t gpus = 0;
};

/// Returns the resources that are available now. `uses_gpu` is true if cases may use the GPUs.
Resources find_resources(bool uses_gpu);

/// Known memory requirements of one case.
struct CaseNeed {
    std::size_t state_bytes = 0;     ///< memory of the arrays in the case's state
    std::size_t measured_bytes = 0;  ///< peak host memory of finished cases; 0 before the first
};

/// Returns the number of cases to run in parallel, which is at least 1. The limits are one case per
/// core, one case per GPU if cases use GPUs, and as many cases as fit into 90% of the memory.
std::size_t max_jobs(const Resources& resources, const CaseNeed& need);

}  // namespace glint::studio
