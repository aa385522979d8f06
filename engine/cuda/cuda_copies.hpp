// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/detail/block_copy.hpp>
#include <glint/cuda/api.hpp>

/// Copies and fills of blocks in the current context.
namespace glint::driver::cuda {

/// Queues one driver call: for a contiguous range if there are no gaps, else for rows. If the slice
/// pitch is not a multiple of the row pitch, which the driver does not support, queues one call per
/// slice.
void queue_copy(CUstream stream, const BlockCopy& copy);

/// Queues memsets. If an element is too large for a memset, continues by copying what is already
/// set, doubling the amount each time.
void queue_fill(CUstream stream, const BlockFill& fill);

}  // namespace glint::driver::cuda
