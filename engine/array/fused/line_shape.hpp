// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/storage.hpp>

namespace glint::detail {

/// The lines of an expression with reductions. A line is the set of elements that are combined into
/// one result. In this class, the dimensions that are not reduced precede the reduced ones.
class LineShape {
public:
    /// Maximum alignment of a state, in bytes, which is also the maximum for kernel parameters.
    static constexpr std::size_t kMaxAlignment = 16;

    explicit LineShape(const AnyExpression& expression);

    std::size_t rank() const noexcept { return all_.rank(); }
    /// Number of dimensions that are not reduced.
    std::size_t outer() const noexcept { return outer_; }
    /// Number of elements per line.
    std::size_t size() const { return part(outer_, rank()).size(); }
    /// Number of lines.
    std::size_t count() const { return part(0, outer_).size(); }
    Shape part(std::size_t first, std::size_t last) const {
        return Shape(std::span(all_.begin() + first, all_.begin() + last));
    }

    /// True if the expression has a value for each element rather than one per line.
    bool is_whole() const { return expression_.shape == reduced_ && size() != 1; }
    /// True if the expression does not have the reduced dimensions.
    bool drops_axes() const noexcept { return expression_.shape.rank() == outer_; }
    /// Maximum size in bytes of the states of each level. Reductions of level 0 do not depend on
    /// other results, those of level 1 depend on a result of level 0, and so on.
    const std::vector<std::size_t>& level_bytes() const noexcept { return level_bytes_; }
    /// The sum of level_bytes().
    std::size_t state_bytes() const noexcept;
    /// True if all results broadcast, by NumPy's rule, to the lines from which they are computed.
    bool results_fit() const;

    /// Returns the strides of operand `number`, broadcast to all lines.
    Strides strides_in(std::size_t number) const;
    /// Returns the strides of the output, which are 0 within lines if each line has one result.
    Strides strides_of(const Elements& to) const;

    /// Neighbors in memory are in the same line (rowwise), or in adjacent lines (columnwise).
    enum class Direction { rowwise, columnwise, either };
    /// Returns the direction that suits all operands, or nothing if they disagree.
    std::optional<Direction> direction() const;
    /// True if packs and adjacent threads should cover adjacent lines. If the operands disagree,
    /// operand `main` decides.
    bool is_columnwise(std::size_t main) const;
    /// True if the states of adjacent lines fit into shared memory.
    bool has_small_states() const;

private:
    Strides in_order(const Strides& strides) const;
    Strides with_dropped(const Strides& strides) const;
    bool meets_lines(const LineReduction& reduction) const;
    std::size_t min_step(const Strides& strides, std::size_t first, std::size_t last) const;
    Direction direction_of(const Strides& strides) const;

    const AnyExpression& expression_;
    const Shape& reduced_;  // dimensions in the order of the expression
    std::vector<std::size_t> level_bytes_;
    PerAxis<std::size_t> axes_;  // the expression's dimensions in line order
    Shape all_;
    std::size_t outer_ = 0;
};

/// True if operand `number` of the expression is part of a reduction's input.
bool is_reduced(const AnyExpression& expression, std::size_t number) noexcept;

}  // namespace glint::detail
