// SPDX-License-Identifier: MIT
#pragma once

#include <cuda.h>

#include <glint/base/error.hpp>

namespace glint::driver::cuda {

/// Returns the category of a result. Covers all results in CUDA 13.0; other results are `device`.
ErrorCode code_of(CUresult result) noexcept;

/// Returns true if this result means that the context is unusable. All later driver calls then
/// return the same result.
bool is_fatal(CUresult result) noexcept;

}  // namespace glint::driver::cuda
