// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/storage.hpp>

/// Evaluates expressions that contain reductions in one kernel. A line is the set of elements that
/// are combined into one result of a reduction. The kernel loops over the lines once for each level
/// of dependent reductions, and again to write if there is a value for each element. A single sum
/// is such an expression too. If there are only a few long lines, several blocks share each line,
/// and the kernel is launched once per level and once to write. Between launches, memory holds only
/// a few bytes per block.
///
/// `fits_lines` (expression.hpp) determines which expressions qualify. All reductions must be over
/// elements of the same shape, along the same dimensions. The expression has that shape, or the
/// shape without these dimensions, and each result broadcasts only to its own line. In every array,
/// neighbors must be in the same line or, where elements of a line are farther apart, in adjacent
/// lines.
namespace glint::detail {

/// Queues computing such an expression into `to`, which has its shape. Operands may overlap `to`
/// only at the same positions. If the expression is a single reduction, it may have no elements,
/// and its arrays may have different memory orders.
void evaluate_fused(Stream& stream, const Elements& to, const AnyExpression& expression);

}  // namespace glint::detail
