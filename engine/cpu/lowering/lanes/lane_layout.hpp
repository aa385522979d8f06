// SPDX-License-Identifier: MIT
#pragma once

#include <llvm/IR/Value.h>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Assigns the threads of a block to lanes. `width` neighboring threads form a group and run
/// together, each in one lane of the vector registers. A loop runs all groups of the block.
struct LaneLayout {
    driver::Dim3 block{};
    unsigned width = 1;
    /// True if the threads of a group are in the same row, so that only threadIdx.x differs between
    /// them. False if groups contain threads with consecutive linear indices, as warps do.
    bool by_rows = true;
    unsigned groups_per_row = 1;  ///< used only if `by_rows` is true
    unsigned groups = 1;          ///< groups per block, or per row if `in_strips` is true
    /// True if neighboring blocks along x form strips, which run row by row. False if blocks run
    /// one after another.
    bool in_strips = false;
    /// True if a strip is divided into groups as if it were one block, so that a group may contain
    /// threads of several blocks.
    bool joins_blocks = false;
    unsigned preferred_width = 0;  ///< preferred number of lanes; 0 if groups are warps

    unsigned thread_count() const noexcept { return block.x * block.y * block.z; }
    /// Returns the maximum number of blocks whose threads may be in one group.
    unsigned blocks_in_group() const noexcept;
    /// Returns true if some group has lanes without a thread.
    bool has_idle_lanes() const noexcept {
        return by_rows ? block.x % width != 0 : thread_count() % width != 0;
    }
};

/// Position of a group's first thread in a layout that joins blocks. All values are i32.
struct PlaceInRow {
    llvm::Value* in_grid = nullptr;        ///< blockIdx.x * blockDim.x + threadIdx.x
    llvm::Value* in_strip = nullptr;       ///< position in the row of the strip
    llvm::Value* strip_threads = nullptr;  ///< number of threads in a row of the strip
};

/// Returns the layout for blocks of shape `block`. `preferred_width` is the number of lanes with
/// which the kernel runs fastest. If `warps` is true, groups are CUDA's warps.
LaneLayout choose_layout(const driver::Dim3& block, unsigned preferred_width, bool warps);

/// Returns `layout` with strips. Returns `layout` unchanged if `by_rows` is false or if blocks have
/// a single row.
LaneLayout with_strips(LaneLayout layout);

/// Returns `layout` with strips that join blocks. The groups of the result have the preferred width
/// and do not depend on the length of a block's row. The kernel must use blockIdx.x and threadIdx.x
/// only for the position of a thread in the row of the grid; see places_in_grid_row(). If groups
/// are warps, returns the result of with_strips().
LaneLayout with_joined_strips(const LaneLayout& layout);

}  // namespace glint::cpu
