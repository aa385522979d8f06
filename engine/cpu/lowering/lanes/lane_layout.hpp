// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Value.h>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Mapping of a block's threads to lanes. Groups of `width` neighboring threads run together, each
/// thread in one lane of vector registers. A block is a loop over its groups.
struct LaneLayout {
    driver::Dim3 block{};
    unsigned width = 1;
    /// True if each group lies in one row, so that only threadIdx.x differs within it. Otherwise
    /// groups follow the linear index, as warps do.
    bool by_rows = true;
    unsigned groups_per_row = 1;  ///< only in a layout by rows
    unsigned groups = 1;          ///< groups per block, or per row if blocks run in strips
    /// True if neighboring blocks along x run row by row instead of one after another.
    bool in_strips = false;
    /// In strips: true if groups continue from one block to the next, as if a row of the strip were
    /// the row of one block.
    bool joins_blocks = false;
    unsigned preferred_width = 0;  ///< 0 if groups are warps

    unsigned thread_count() const noexcept { return block.x * block.y * block.z; }
    /// Number of blocks that may have threads in one group.
    unsigned blocks_in_group() const noexcept;
    /// True if some group has lanes without a thread.
    bool has_idle_lanes() const noexcept {
        return by_rows ? block.x % width != 0 : thread_count() % width != 0;
    }
};

/// Start of a group in a layout that joins blocks. All values are i32.
struct PlaceInRow {
    llvm::Value* in_grid = nullptr;        ///< blockIdx.x * blockDim.x + threadIdx.x
    llvm::Value* in_strip = nullptr;       ///< position relative to the first thread of the strip's
                                           ///< row
    llvm::Value* strip_threads = nullptr;  ///< number of threads in that row
};

/// Returns the layout for `block` on a processor whose kernels run best with `preferred_width`
/// lanes. With `warps`, groups are CUDA's warps.
LaneLayout choose_layout(const driver::Dim3& block, unsigned preferred_width, bool warps);

/// Returns `layout` in strips, if it is by rows and a block has more than one row.
LaneLayout with_strips(LaneLayout layout);

/// Returns `layout` in strips that join blocks, for kernels in which only a thread's position in
/// the grid row matters. Groups have the preferred width, however long the rows of a block are.
/// Like with_strips() if groups are warps.
LaneLayout with_joined_strips(const LaneLayout& layout);

}  // namespace glint::cpu
