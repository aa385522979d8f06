// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/detail/block_copy.hpp>
#include <glint/cuda/api.hpp>

/// Copies and fills of blocks in the current context.
namespace glint::driver::cuda {

/// Queues one driver call, which copies a contiguous range if there are no gaps, and otherwise
/// rows. The driver requires a slice pitch that is a multiple of the row pitch. For any other slice
/// pitch, queues one call per slice.
void queue_copy(CUstream stream, const BlockCopy& copy);

/// Queues memsets. For an element that is too large for a memset, memsets set only the first
/// elements. Copies then set the rest, each time doubling the part that is set.
void queue_fill(CUstream stream, const BlockFill& fill);

}  // namespace glint::driver::cuda
