// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <glint/backend/detail/backend.hpp>

namespace glint::driver::cuda {

/// NVTX ranges. These functions need no driver. Without a toolkit or a tool, they do nothing.
std::uint64_t start_range(const char* name) noexcept;
void end_range(std::uint64_t id) noexcept;

/// Make an attached profiling tool start and stop recording. `backend` must be a CUDA backend.
void start_profiler(Backend& backend);
void stop_profiler(Backend& backend) noexcept;

}  // namespace glint::driver::cuda
