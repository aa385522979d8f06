// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/detail/block_copy.hpp>
#include <glint/cuda/api.hpp>

/// Copies and fills of blocks in the current context.
namespace glint::driver::cuda {

/// Queues one call of the driver: of bytes in a row where there are no gaps, else of rows. Or one
/// call for each slice where slices are no whole number of rows apart, which the driver cannot say.
void queue_copy(CUstream stream, const BlockCopy& copy);

/// Queues memsets, and where an element is more than a memset takes, copies of what is set already:
/// twice as much each time.
void queue_fill(CUstream stream, const BlockFill& fill);

}  // namespace glint::driver::cuda
