// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/storage.hpp>

/// Expressions with reductions in them, by one kernel: it goes over the lines, all elements that
/// one result of a reduction is made of, once for each level of reductions that need each other's
/// results, and once to write where there is a value for each element. A sum by itself is such an
/// expression, too. Where lines are few and long several blocks share each, and the kernel is
/// launched once for each level, and once to write; in between there is nothing in memory but some
/// bytes of each block.
///
/// `fits_lines` (expression.hpp) says which expressions can be computed so: all reductions go over
/// elements of the same shape, along the same dimensions; the expression has that shape, or the one
/// that is left without these dimensions, and the results broadcast to the lines that they are of;
/// and neighbours in all arrays are either of the same line or, where those of a line lie further
/// apart, of neighbouring lines.
namespace glint::detail {

/// Queues computing such an expression into `to`, which has its shape and of which no operand needs
/// what it was before, other than in the same place. An expression that is one reduction may go
/// over no elements, and over arrays that lie in different orders.
void evaluate_fused(Stream& stream, const Elements& to, const AnyExpression& expression);

}  // namespace glint::detail
