#pragma once

#include <cstddef>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/loops.hpp>

/// Packs: neighbours of a row that a kernel moves in accesses of up to 16 bytes.
namespace glint::detail {

/// As many as are 16 bytes of the largest elements of an expression's arrays, and 4 of the
/// smallest; `written_bytes` is of an element of what it goes to, if that counts.
std::size_t widest_pack(const AnyExpression& expression, std::size_t written_bytes = 0);

/// Whether packs of an operand at `data` start where such an access may, in every row. True for
/// what no pack is read of: sequences, whose data is null, and elements that lie apart.
bool is_aligned(const void* data, std::size_t element_bytes, const Loops& loops,
                std::size_t operand, std::size_t pack);

/// The same for all operands of an expression, the first of which is number 0 of the loops. False
/// for rows that are shorter.
bool are_aligned(const AnyExpression& expression, const Loops& loops, std::size_t pack);

}  // namespace glint::detail
