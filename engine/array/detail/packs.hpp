// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/loops.hpp>

/// Packs: neighbours of a row that a kernel moves in accesses of up to 16 bytes.
namespace glint::detail {

/// The size of the widest pack: as many elements as fill 16 bytes with the largest of an
/// expression's arrays, or 4 with the smallest if those are more; `written_bytes` is of an element
/// of what it goes to, if that counts.
std::size_t widest_pack(const AnyExpression& expression, std::size_t written_bytes = 0);

/// Whether packs of an operand at `data` start where such an access may, in every row. True for
/// what no pack is read of: sequences, whose data is null, and elements that lie apart.
bool is_aligned(const void* data, std::size_t element_bytes, const Loops& loops,
                std::size_t operand, std::size_t pack);

/// Whether packs of all operands of an expression, the first of which is number 0 of the loops,
/// start where such an access may, in every row. False for rows that are shorter than a pack.
bool are_aligned(const AnyExpression& expression, const Loops& loops, std::size_t pack);

}  // namespace glint::detail
