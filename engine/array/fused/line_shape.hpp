// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/storage.hpp>

namespace glint::detail {

/// The lines of an expression with reductions in it: all elements that one result of a reduction is
/// made of. Dimensions that are not reduced come first here, the others behind them.
class LineShape {
public:
    /// The largest alignment of a state, which is that of kernels' parameters.
    static constexpr std::size_t kMostAlignment = 16;

    explicit LineShape(const AnyExpression& expression);

    std::size_t rank() const noexcept { return all_.rank(); }
    /// How many dimensions are not reduced.
    std::size_t outer() const noexcept { return outer_; }
    /// The elements of a line.
    std::size_t size() const { return part(outer_, rank()).size(); }
    /// How many lines there are.
    std::size_t count() const { return part(0, outer_).size(); }
    Shape part(std::size_t first, std::size_t last) const {
        return Shape(std::span(all_.begin() + first, all_.begin() + last));
    }

    /// Whether there is a value for each element, not one for each line.
    bool is_whole() const { return expression_.shape == reduced_ && size() != 1; }
    /// Whether the dimensions that are reduced are not among the expression's.
    bool drops_axes() const noexcept { return expression_.shape.rank() == outer_; }
    /// What the states of each level of reductions take at most, in bytes. Those of level 0 take no
    /// other's result, those of level 1 one of level 0, and so on.
    const std::vector<std::size_t>& level_bytes() const noexcept { return level_bytes_; }
    /// The sum of these.
    std::size_t state_bytes() const noexcept;
    /// Whether the results of all reductions meet the lines that they are of, by NumPy's rule.
    bool results_fit() const;

    /// The strides of operand `number`, broadcast to all lines.
    Strides strides_in(std::size_t number) const;
    /// The strides of what the expression goes to; 0 within lines that have one result.
    Strides strides_of(const Elements& to) const;

    /// Where neighbours of an operand's elements lie: in the same line, or in neighbouring ones.
    enum class Direction { rowwise, columnwise, either };
    /// What is best for all operands; nothing if they do not agree.
    std::optional<Direction> direction() const;
    /// Whether neighbours are taken from neighbouring lines, to suit the operand that is number
    /// `main` where they do not agree.
    bool is_columnwise(std::size_t main) const;
    /// Whether the states of neighbouring lines find room.
    bool has_small_states() const;

private:
    Strides in_order(const Strides& strides) const;
    Strides with_dropped(const Strides& strides) const;
    bool meets_lines(const LineReduction& reduction) const;
    std::size_t least_step(const Strides& strides, std::size_t first, std::size_t last) const;
    Direction direction_of(const Strides& strides) const;

    const AnyExpression& expression_;
    const Shape& reduced_;  // in the order of the expression's dimensions
    std::vector<std::size_t> level_bytes_;
    PerAxis<std::size_t> axes_;  // of the expression, in the order of the lines'
    Shape all_;
    std::size_t outer_ = 0;
};

/// Whether operand `number` of the expression is part of what is reduced.
bool is_reduced(const AnyExpression& expression, std::size_t number) noexcept;

}  // namespace glint::detail
