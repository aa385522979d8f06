// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/array/detail/loops.hpp>
#include <glint/array/fused/line_shape.hpp>

namespace glint::detail {

/// The loops of a fused kernel: those over lines, and those over the elements of each, both merged
/// by themselves. Operand 0 is what the expression goes to, the others its own.
struct LineLoops {
    Loops loops{};
    bool is_columnwise = false;  ///< whether the innermost loop goes over lines
    std::size_t rows = 1;        ///< of the loops, that a line goes over
    std::size_t outside = 0;     ///< column-wise: loops over lines, without the innermost

    /// Whether the elements of a line are columns of one row.
    bool is_flat() const noexcept { return !is_columnwise && rows == 1; }
};

LineLoops line_loops(const LineShape& lines, const AnyExpression& expression, const Elements& to);

/// Lets the innermost loop over lines go outside of those within them.
void turn_to_rows(LineLoops& loops);

}  // namespace glint::detail
