// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Value.h>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// How the threads of a block are dealt out: groups of `width` neighbours run together, each in
/// one lane of vector registers, and a block is a loop over its groups.
struct LaneLayout {
    driver::Dim3 block{};
    unsigned width = 1;
    /// Whether a group lies in one row, so that only threadIdx.x differs within it. Otherwise
    /// groups follow the linear index, as warps do.
    bool by_rows = true;
    unsigned groups_per_row = 1;  ///< in a layout by rows
    unsigned groups = 1;          ///< of the whole block, or of a row if blocks run in strips
    /// Whether blocks that are neighbours along x run row by row, rather than one after another.
    bool in_strips = false;
    /// In strips, whether groups go on from one block to the next, as if a row of the strip were
    /// the row of one block.
    bool joins_blocks = false;
    unsigned preferred_width = 0;  ///< 0 where groups are warps

    unsigned thread_count() const noexcept { return block.x * block.y * block.z; }
    /// How many blocks may have threads in one group.
    unsigned blocks_in_group() const noexcept;
    /// Whether some group has lanes for which there is no thread.
    bool has_idle_lanes() const noexcept {
        return by_rows ? block.x % width != 0 : thread_count() % width != 0;
    }
};

/// Where a group of a layout that joins blocks begins, i32s.
struct PlaceInRow {
    llvm::Value* in_grid = nullptr;        ///< blockIdx.x * blockDim.x + threadIdx.x
    llvm::Value* in_strip = nullptr;       ///< counted from the first thread of the strip's row
    llvm::Value* strip_threads = nullptr;  ///< how many threads that row has
};

/// The layout for `block` on a processor whose kernels run best with `preferred_width` lanes.
/// With `warps`, groups are CUDA's warps.
LaneLayout choose_layout(const driver::Dim3& block, unsigned preferred_width, bool warps);

/// `layout` in strips, if it goes by rows and a block has more rows than one.
LaneLayout with_strips(LaneLayout layout);

/// `layout` in strips that join blocks, for kernels in which only the place of a thread in the
/// grid's row matters: groups have the preferred width however long the rows of a block are. Like
/// with_strips() where groups are warps.
LaneLayout with_joined_strips(const LaneLayout& layout);

}  // namespace glint::cpu
