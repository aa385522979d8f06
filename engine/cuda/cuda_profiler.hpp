// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <glint/backend/detail/backend.hpp>

namespace glint::driver::cuda {

/// NVTX ranges. They need no driver, and do nothing without a toolkit or an attached tool.
std::uint64_t start_range(const char* name) noexcept;
void end_range(std::uint64_t id) noexcept;

/// Start and stop collection by a profiling tool. `backend` must be a CUDA backend.
void start_profiler(Backend& backend);
void stop_profiler(Backend& backend) noexcept;

}  // namespace glint::driver::cuda
