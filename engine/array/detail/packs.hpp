// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/loops.hpp>

/// Packs: groups of adjacent elements of a row that a kernel accesses together, in up to 16 bytes.
namespace glint::detail {

/// Returns the largest useful pack size in elements. It is the larger of two counts: elements of
/// the expression's largest type in 16 bytes, and elements of its smallest type in 4 bytes. If
/// `written_bytes`, the element size of the output, is not 0, that size is included.
std::size_t widest_pack(const AnyExpression& expression, std::size_t written_bytes = 0);

/// True if packs of an operand at `data` are aligned in every row. Also returns true for operands
/// that are not read in packs: sequences, whose `data` is null, and elements that are not adjacent.
bool is_aligned(const void* data, std::size_t element_bytes, const Loops& loops,
                std::size_t operand, std::size_t pack);

/// True if packs of all operands are aligned in every row. The expression's first operand is
/// operand 0 of the loops. False if rows are shorter than a pack.
bool are_aligned(const AnyExpression& expression, const Loops& loops, std::size_t pack);

}  // namespace glint::detail
