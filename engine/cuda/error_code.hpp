// SPDX-License-Identifier: MIT
#pragma once

#include <cuda.h>

#include <glint/base/error.hpp>

namespace glint::driver::cuda {

/// What kind of thing the driver's result is, for every result of CUDA 13.0; `device` for others.
ErrorCode code_of(CUresult result) noexcept;

/// Whether the context is of no use any more once a call has given this result: every further
/// call gives it again.
bool is_fatal(CUresult result) noexcept;

}  // namespace glint::driver::cuda
