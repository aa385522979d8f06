// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/storage.hpp>

/// Evaluates expressions that contain reductions in one kernel. A line is the set of elements that
/// are combined into one result of a reduction. The kernel loops over the lines once for each level
/// of dependent reductions. If the expression has a value for each element, another loop writes
/// those values. A single sum is such an expression too. If there are only a few long lines,
/// several blocks share each line, and the kernel is launched once per level and once to write.
/// Between launches, memory holds only a few bytes per block.
///
/// `fits_lines` (expression.hpp) determines which expressions qualify. All reductions must be over
/// elements of the same shape, along the same dimensions. The expression has that shape, or the
/// shape without these dimensions, and each result broadcasts only to its own line. In every array,
/// elements that are neighbors in memory must be in the same line or in adjacent lines.
namespace glint::detail {

/// Queues computing such an expression into `to`, which has the expression's shape. Operands may
/// overlap `to` only at the same positions. An expression that is a single reduction may have no
/// elements, and its arrays may have different memory orders.
void evaluate_fused(Stream& stream, const Elements& to, const AnyExpression& expression);

}  // namespace glint::detail
