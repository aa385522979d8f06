// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/storage.hpp>

/// Evaluates expressions that contain reductions in one kernel. A line is the set of elements that
/// are combined into one result of a reduction. The kernel loops over the lines once for each level
/// of dependent reductions. If the expression has a value for each element, another loop writes
/// those values. An expression may also be a single reduction. If the lines are long but few,
/// several blocks share each line. The kernel is then launched once for each level, and a last time
/// to write the values. Between launches, memory holds only a few bytes per block.
///
/// `fits_lines` (expression.hpp) determines which expressions qualify. All reductions must be over
/// elements of the same shape, along the same dimensions. The expression has that shape, or the
/// shape without these dimensions, and each result broadcasts only to its own line. In every array,
/// elements that are neighbors in memory must be in the same line or in adjacent lines.
namespace glint::detail {

/// Queues computing a qualifying expression into `to`, which has the expression's shape. Operands
/// may overlap `to` only at the same positions. If the expression is a single reduction, it may be
/// empty, and its arrays may have different memory orders.
void evaluate_fused(Stream& stream, const Elements& to, const AnyExpression& expression);

}  // namespace glint::detail
