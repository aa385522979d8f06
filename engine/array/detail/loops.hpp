// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <glint/array/detail/operand_list.hpp>

namespace glint::detail {

/// The distance between adjacent elements of a row, as in glint::expression::Step on the device.
enum class Step : std::uint8_t { unit, back, same, any };

/// The strides of one operand in elements, slowest loop first.
using LoopStrides = std::array<std::ptrdiff_t, kMaxRank>;

/// Nested loops over all elements of arrays, with as few loops as possible. Dimensions of extent 1
/// are dropped, and adjacent dimensions are merged if the strides of every operand allow it.
struct Loops {
    std::size_t rank = 1;  ///< at least one
    std::array<std::size_t, kMaxRank> extents{1};
    std::array<LoopStrides, kMaxOperands + 1> strides{};  ///< strides of each operand
    std::size_t operand_count = 0;

    std::size_t columns() const noexcept { return extents[rank - 1]; }
    std::size_t rows() const noexcept;
    Step step(std::size_t operand) const noexcept;
    /// True if 32-bit integers can hold every index, with some margin after the last index.
    bool fit_32_bits() const noexcept;
};

enum class LoopOrder {
    as_indexed,  ///< element i of the loops is element i of the arrays in C order
    fastest,     ///< the loops follow the memory order of the first operand
};

/// Returns an outer loop along which an operand other than the first is contiguous, if that operand
/// is not contiguous along the rows. Both the outer loop and the rows must have at least `least`
/// elements. Returns the rank if no loop qualifies.
std::size_t turned_axis(const Loops& loops, std::size_t least);
/// Moves loop `axis` to the position before the innermost loop.
void move_to_last_outer(Loops& loops, std::size_t axis);

/// True if there is only one element.
bool is_single(const Loops& loops) noexcept;
/// Appends loops `first` to `last` (exclusive) of `others` as inner loops.
void append_loops(Loops& loops, const Loops& others, std::size_t first, std::size_t last);

/// The loops over an expression of this shape, with elements numbered in C order.
Loops indexed_loops(const OperandList& operands, const Shape& shape);

/// The loops over `shape`, to which all operand layouts have been broadcast.
Loops loops_over(const Shape& shape, std::span<const Strides> operands, LoopOrder order);

}  // namespace glint::detail
