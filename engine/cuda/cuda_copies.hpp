// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/detail/block_copy.hpp>
#include <glint/cuda/api.hpp>

/// Copies and fills of blocks in the current context.
namespace glint::driver::cuda {

/// Queues a copy with one driver call: as one range if both blocks are contiguous, otherwise row by
/// row. The driver requires a slice pitch that is a multiple of the row pitch. For any other slice
/// pitch, queues one call per slice.
void queue_copy(CUstream stream, const BlockCopy& copy);

/// Queues memsets. If an element is too large for a memset, memsets set only the first elements.
/// Copies then set the other elements; each copy doubles the part that is already set.
void queue_fill(CUstream stream, const BlockFill& fill);

}  // namespace glint::driver::cuda
