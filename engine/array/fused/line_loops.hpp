// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/array/detail/loops.hpp>
#include <glint/array/fused/line_shape.hpp>

namespace glint::detail {

/// The loops of a fused kernel: over lines, and over the elements of each line, merged separately.
/// Operand 0 is the output; the others are the operands of the expression.
struct LineLoops {
    Loops loops{};
    bool is_columnwise = false;  ///< the innermost loop is over lines
    std::size_t rows = 1;        ///< rows of the loops per line
    std::size_t outside = 0;     ///< number of loops over lines, not counting the innermost loop

    /// True if all elements of a line are in one row of the loops.
    bool is_flat() const noexcept { return !is_columnwise && rows == 1; }
};

LineLoops line_loops(const LineShape& lines, const AnyExpression& expression, const Elements& to);

/// Moves the innermost loop, which is over lines, outside the loops over a line's elements.
void turn_to_rows(LineLoops& loops);

}  // namespace glint::detail
