// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/loops.hpp>

/// Packs: groups of adjacent elements of a row that a kernel accesses together, in up to 16 bytes.
namespace glint::detail {

/// The largest useful pack size: the number of elements that fill 16 bytes with the expression's
/// largest element type, or 4 bytes with its smallest if that is more. A nonzero `written_bytes`,
/// the element size of the output, is included.
std::size_t widest_pack(const AnyExpression& expression, std::size_t written_bytes = 0);

/// True if packs of an operand at `data` are aligned in every row. Also true for operands that are
/// not read in packs: sequences, whose `data` is null, and elements that are not adjacent.
bool is_aligned(const void* data, std::size_t element_bytes, const Loops& loops,
                std::size_t operand, std::size_t pack);

/// True if packs of all operands are aligned in every row. Operand 0 of the loops is the
/// expression's first operand. False if rows are shorter than a pack.
bool are_aligned(const AnyExpression& expression, const Loops& loops, std::size_t pack);

}  // namespace glint::detail
