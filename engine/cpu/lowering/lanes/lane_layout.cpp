// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/lane_layout.hpp>

#include <algorithm>

#include <glint/base/ceil_div.hpp>

namespace glint::cpu {
namespace {

constexpr unsigned kWarpLanes = 32;
// Minimum length of a row of threads that is split into its own groups. Shorter rows share groups,
// because their own groups would not be faster.
constexpr unsigned kShortestRow = 8;

unsigned groups_of(unsigned threads, unsigned width) { return ceil_div(threads, width); }

LaneLayout linear(const driver::Dim3& block, unsigned width) {
    LaneLayout layout{.block = block, .width = width, .by_rows = false};
    layout.groups = groups_of(layout.thread_count(), width);
    return layout;
}

LaneLayout in_rows(const driver::Dim3& block, unsigned width) {
    const unsigned per_row = groups_of(block.x, width);
    return {.block = block,
            .width = width,
            .groups_per_row = per_row,
            .groups = per_row * block.y * block.z};
}

// Rows of threads are split into groups of `width` lanes. Returns true if at least half of the
// lanes in the last group of a row have a thread, or if rows are so long that lanes without a
// thread are rare.
bool fills_rows(unsigned row, unsigned width) {
    const unsigned rest = row % width;
    return rest == 0 || row > 2 * width || 2 * rest >= width;
}

}  // namespace

LaneLayout choose_layout(const driver::Dim3& block, unsigned preferred_width, bool warps) {
    const bool one_row = block.y == 1 && block.z == 1;
    if (warps) {
        const bool by_rows = one_row || block.x % kWarpLanes == 0;
        return by_rows ? in_rows(block, kWarpLanes) : linear(block, kWarpLanes);
    }
    LaneLayout layout = linear(block, preferred_width);
    for (unsigned width = preferred_width; width >= kShortestRow; width /= 2)
        if (block.x >= width && fills_rows(block.x, width)) {
            layout = in_rows(block, width);
            break;
        }
    if (one_row) layout = in_rows(block, preferred_width);
    layout.preferred_width = preferred_width;
    return layout;
}

LaneLayout with_strips(LaneLayout layout) {
    if (!layout.by_rows || layout.groups == layout.groups_per_row) return layout;
    layout.in_strips = true;
    layout.groups = layout.groups_per_row;
    return layout;
}

LaneLayout with_joined_strips(const LaneLayout& layout) {
    const bool one_row = layout.block.y == 1 && layout.block.z == 1;
    if (layout.preferred_width == 0 || !layout.by_rows || one_row) return with_strips(layout);
    return {.block = layout.block,
            .width = layout.preferred_width,
            .in_strips = true,
            .joins_blocks = true,
            .preferred_width = layout.preferred_width};
}

unsigned LaneLayout::blocks_in_group() const noexcept {
    if (!joins_blocks || block.x % width == 0) return 1;
    if (width % block.x == 0) return width / block.x;
    return (width + 2 * block.x - 2) / block.x;
}

}  // namespace glint::cpu
