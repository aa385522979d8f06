// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/array/detail/loops.hpp>
#include <glint/array/fused/line_shape.hpp>

namespace glint::detail {

/// The loops of a fused kernel: over lines and over the elements of each line, merged separately.
/// Operand 0 is the output, the others are the expression's.
struct LineLoops {
    Loops loops{};
    bool is_columnwise = false;  ///< the innermost loop goes over lines
    std::size_t rows = 1;        ///< of the loops, per line
    std::size_t outside = 0;     ///< column-wise: loops over lines, excluding the innermost

    /// True if the elements of a line are columns of one row.
    bool is_flat() const noexcept { return !is_columnwise && rows == 1; }
};

LineLoops line_loops(const LineShape& lines, const AnyExpression& expression, const Elements& to);

/// Moves the innermost loop over lines outside the loops within lines.
void turn_to_rows(LineLoops& loops);

}  // namespace glint::detail
