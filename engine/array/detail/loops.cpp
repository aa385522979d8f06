// SPDX-License-Identifier: MIT
#include <glint/array/detail/loops.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace glint::detail {
namespace {

// Drops dimensions of extent 1.
Loops loops_of(const Shape& shape, std::span<const Strides> operands) {
    Loops loops;
    loops.rank = 0;
    loops.operand_count = operands.size();
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        if (shape[axis] == 1) continue;
        loops.extents[loops.rank] = shape[axis];
        for (std::size_t i = 0; i < operands.size(); ++i)
            loops.strides[i][loops.rank] = operands[i][axis];
        ++loops.rank;
    }
    return loops;
}

void swap_axes(Loops& loops, std::size_t a, std::size_t b) {
    std::swap(loops.extents[a], loops.extents[b]);
    for (std::size_t i = 0; i < loops.operand_count; ++i)
        std::swap(loops.strides[i][a], loops.strides[i][b]);
}

// Insertion sort, because there are few dimensions and they are mostly in order.
void sort_by_first_operand(Loops& loops) {
    const auto stride = [&](std::size_t axis) { return std::abs(loops.strides[0][axis]); };
    for (std::size_t end = 1; end < loops.rank; ++end)
        for (std::size_t axis = end; axis > 0 && stride(axis - 1) < stride(axis); --axis)
            swap_axes(loops, axis - 1, axis);
}

bool can_merge(const Loops& loops, std::size_t outer, std::size_t inner) {
    const auto extent = static_cast<std::ptrdiff_t>(loops.extents[inner]);
    for (std::size_t i = 0; i < loops.operand_count; ++i)
        if (loops.strides[i][outer] != loops.strides[i][inner] * extent) return false;
    return true;
}

void merge(Loops& loops) {
    std::size_t last = 0;
    for (std::size_t axis = 1; axis < loops.rank; ++axis) {
        const bool merges = can_merge(loops, last, axis);
        if (!merges) ++last;
        loops.extents[last] =
            merges ? loops.extents[last] * loops.extents[axis] : loops.extents[axis];
        for (std::size_t i = 0; i < loops.operand_count; ++i)
            loops.strides[i][last] = loops.strides[i][axis];
    }
    loops.rank = last + 1;
}

// Any stride is valid for a single element. A stride of 1 is safe, because one element never fills
// a pack.
void make_single(Loops& loops) {
    loops.rank = 1;
    loops.extents[0] = 1;
    for (std::size_t i = 0; i < loops.operand_count; ++i) loops.strides[i][0] = 1;
}

}  // namespace

std::size_t Loops::rows() const noexcept {
    std::size_t product = 1;
    for (std::size_t axis = 0; axis + 1 < rank; ++axis) product *= extents[axis];
    return product;
}

Step Loops::step(std::size_t operand) const noexcept {
    const std::ptrdiff_t stride = strides[operand][rank - 1];
    if (stride == 1) return Step::unit;
    if (stride == -1) return Step::back;
    return stride == 0 ? Step::same : Step::any;
}

bool Loops::fit_32_bits() const noexcept {
    constexpr std::size_t kMax = std::numeric_limits<std::int32_t>::max() / 2;
    if (rows() * columns() > kMax) return false;
    for (std::size_t i = 0; i < operand_count; ++i) {
        std::size_t reach = 0;
        for (std::size_t axis = 0; axis < rank; ++axis)
            reach += extents[axis] * static_cast<std::size_t>(std::abs(strides[i][axis]));
        if (reach > kMax) return false;
    }
    return true;
}

bool is_single(const Loops& loops) noexcept { return loops.rank == 1 && loops.extents[0] == 1; }

void append_loops(Loops& loops, const Loops& others, std::size_t first, std::size_t last) {
    for (std::size_t axis = first; axis < last; ++axis, ++loops.rank) {
        loops.extents[loops.rank] = others.extents[axis];
        for (std::size_t i = 0; i < others.operand_count; ++i)
            loops.strides[i][loops.rank] = others.strides[i][axis];
    }
}

Loops loops_over(const Shape& shape, std::span<const Strides> operands, LoopOrder order) {
    Loops loops = loops_of(shape, operands);
    if (loops.rank == 0) make_single(loops);
    if (order == LoopOrder::fastest && !operands.empty()) sort_by_first_operand(loops);
    merge(loops);
    return loops;
}

Loops indexed_loops(const OperandList& operands, const Shape& shape) {
    const auto arrays = operands.arrays();
    std::array<Strides, kMaxOperands> strides;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        strides[i] = broadcast_to(arrays[i].layout, shape).strides;
    return loops_over(shape, {strides.data(), arrays.size()}, LoopOrder::as_indexed);
}

std::size_t turned_axis(const Loops& loops, std::size_t least) {
    if (loops.columns() < least || loops.step(0) != Step::unit) return loops.rank;
    for (std::size_t axis = 0; axis + 1 < loops.rank; ++axis)
        for (std::size_t i = 1; i < loops.operand_count; ++i)
            if (loops.extents[axis] >= least && loops.strides[i][axis] == 1 &&
                loops.step(i) != Step::same && loops.step(i) != Step::unit)
                return axis;
    return loops.rank;
}

void move_to_last_outer(Loops& loops, std::size_t axis) {
    for (; axis + 2 < loops.rank; ++axis) swap_axes(loops, axis, axis + 1);
}

}  // namespace glint::detail
