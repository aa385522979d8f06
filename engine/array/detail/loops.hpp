// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <glint/array/detail/operand_list.hpp>

namespace glint::detail {

/// How far apart neighbours of a row lie; as glint::expression::Step on the device.
enum class Step : std::uint8_t { unit, back, same, any };

/// One operand in the loops: its strides in elements, the slowest loop first.
using LoopStrides = std::array<std::ptrdiff_t, kMaxRank>;

/// The nested loops that run over all elements of arrays, as few as can be: dimensions of one
/// element are left out, and those merged that lie one behind the other in every operand.
struct Loops {
    std::size_t rank = 1;  ///< at least one
    std::array<std::size_t, kMaxRank> extents{1};
    std::array<LoopStrides, kMaxOperands + 1> strides{};  ///< of each operand
    std::size_t operand_count = 0;

    std::size_t columns() const noexcept { return extents[rank - 1]; }
    std::size_t rows() const noexcept;
    Step step(std::size_t operand) const noexcept;
    /// Whether 32 bits hold every index, also some way beyond the last one.
    bool fit_32_bits() const noexcept;
};

enum class LoopOrder {
    as_indexed,  ///< element i of the loops is element i of the arrays in C's order
    fastest,     ///< the loops go in the order in which the first operand's elements lie
};

/// The outer loop along which some operand but the first is contiguous, which is not so along
/// the rows; `least` elements at least in both. The rank if there is none.
std::size_t turned_axis(const Loops& loops, std::size_t least);
/// Makes an outer loop the last of them.
void move_to_last_outer(Loops& loops, std::size_t axis);

/// Whether there is one element only.
bool is_single(const Loops& loops) noexcept;
/// Loops `first` to before `last` of others go inside of those that are there.
void append_loops(Loops& loops, const Loops& others, std::size_t first, std::size_t last);

/// Loops over an expression of this shape whose elements are numbered in C's order.
Loops indexed_loops(const OperandList& operands, const Shape& shape);

/// Loops over `shape`, to which the layouts of all operands were broadcast.
Loops loops_over(const Shape& shape, std::span<const Strides> operands, LoopOrder order);

}  // namespace glint::detail
