// SPDX-License-Identifier: MIT
#include <glint/array/fused/line_loops.hpp>

#include <array>
#include <span>
#include <utility>

namespace glint::detail {
namespace {

// The operand with the most bytes to read, or the output if the expression is without arrays.
std::size_t main_operand(const AnyExpression& expression) {
    const auto arrays = expression.operands.arrays();
    std::size_t main = 0, most = 0;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const std::size_t bytes =
            arrays[i].data ? reach_of(arrays[i].layout).size * arrays[i].type.size_bytes : 0;
        if (bytes > most) main = i + 1;
        most = std::max(most, bytes);
    }
    return main;
}

// Returns the loops over dimensions `first` to `last` (exclusive) of the lines, in the memory order
// of the first operand.
Loops loops_over_axes(const LineShape& lines, std::span<const Strides> strides, std::size_t first,
                      std::size_t last) {
    std::array<Strides, kMaxOperands + 1> parts;
    for (std::size_t i = 0; i < strides.size(); ++i)
        parts[i] = Strides(std::span(strides[i].begin() + first, strides[i].begin() + last));
    return loops_over(lines.part(first, last), {parts.data(), strides.size()}, LoopOrder::fastest);
}

// Returns loops without iterations, for expressions without elements. Only the first extent is 0;
// the others stay 1, so that kernels do not divide by 0.
Loops of_none(std::size_t operands) {
    Loops none;
    none.extents[0] = 0;
    none.operand_count = operands;
    return none;
}

}  // namespace

LineLoops line_loops(const LineShape& lines, const AnyExpression& expression, const Elements& to) {
    const std::size_t count = expression.operands.arrays().size() + 1;
    const std::size_t main = main_operand(expression);
    std::array<Strides, kMaxOperands + 1> strides;
    strides[0] = lines.strides_of(to);
    for (std::size_t i = 1; i < count; ++i) strides[i] = lines.strides_in(i - 1);
    std::swap(strides[0], strides[main]);
    const std::span all(strides.data(), count);
    const Loops outer = loops_over_axes(lines, all, 0, lines.outer());
    const Loops within = lines.size() == 0
                             ? of_none(count)
                             : loops_over_axes(lines, all, lines.outer(), lines.rank());

    LineLoops made{.is_columnwise = lines.is_columnwise(main == 0 ? 0 : main - 1)};
    Loops& loops = made.loops;
    loops.rank = 0;
    loops.operand_count = count;
    made.outside = made.is_columnwise ? outer.rank - 1 : is_single(outer) ? 0 : outer.rank;
    append_loops(loops, outer, 0, made.outside);
    // With one element per line, the loops over lines may have the maximum rank, so nothing is
    // appended.
    if (!made.is_columnwise || !is_single(within)) append_loops(loops, within, 0, within.rank);
    if (made.is_columnwise) append_loops(loops, outer, made.outside, outer.rank);
    std::swap(loops.strides[0], loops.strides[main]);
    made.rows = made.is_columnwise ? lines.size() : within.rows();
    return made;
}

void turn_to_rows(LineLoops& made) {
    Loops& loops = made.loops;
    const std::size_t size = made.rows;
    for (std::size_t axis = loops.rank - 1; axis > made.outside; --axis) {
        std::swap(loops.extents[axis], loops.extents[axis - 1]);
        for (std::size_t i = 0; i < loops.operand_count; ++i)
            std::swap(loops.strides[i][axis], loops.strides[i][axis - 1]);
    }
    made.is_columnwise = false;
    made.rows = size / loops.columns();
}

}  // namespace glint::detail
