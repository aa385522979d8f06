// SPDX-License-Identifier: MIT
#pragma once

#include <cuda.h>

#include <glint/base/error.hpp>

namespace glint::driver::cuda {

/// Returns the category of a driver result, for all results in CUDA 13.0; `device` for others.
ErrorCode code_of(CUresult result) noexcept;

/// Returns true if this result means that the context is unusable: every further call returns it
/// again.
bool is_fatal(CUresult result) noexcept;

}  // namespace glint::driver::cuda
