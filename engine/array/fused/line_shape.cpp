// SPDX-License-Identifier: MIT
#include <glint/array/fused/line_shape.hpp>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include <glint/array/expression.hpp>
#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

// Maximum state size per thread in bytes, so that a block's states fit into its shared memory.
constexpr std::size_t kMaxColumnBytes = 80;

// Calls `each(reduction, is_outermost)`, with enclosing reductions before the ones they contain.
template <class Each>
void for_each_reduction(const OperandList& operands, const Each& each) {
    std::size_t first = operands.arrays().size();
    for (std::size_t i = operands.reductions().size(); i-- > 0;) {
        const LineReduction& reduction = operands.reductions()[i];
        const bool is_outermost = reduction.first < first;
        if (is_outermost) first = reduction.first;
        each(reduction, is_outermost);
    }
}

// Returns the shape to which everything outside of the reductions broadcasts.
Shape shape_of_result(const AnyExpression& expression) {
    const auto arrays = expression.operands.arrays();
    OperandList parts = OperandList::of_shapes();
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (!is_reduced(expression, i)) parts.add_shape(arrays[i].layout.shape);
    for_each_reduction(expression.operands, [&](const LineReduction& reduction, bool is_outermost) {
        if (is_outermost) parts.add_shape(reduction.result);
    });
    return parts.shape();
}

// Returns the nesting level of each reduction. A reduction comes after those that it contains.
std::vector<std::size_t> levels_of(std::span<const LineReduction> reductions) {
    std::vector<std::size_t> levels(reductions.size(), 0);
    for (std::size_t i = 0; i < reductions.size(); ++i)
        for (std::size_t inner = 0; inner < i; ++inner)
            if (reductions[inner].first >= reductions[i].first)
                levels[i] = std::max(levels[i], levels[inner] + 1);
    return levels;
}

// Returns the maximum size of each level's struct, which holds the states of the level's reductions
// in any order. Each state is padded to the largest alignment. A state's alignment is at most the
// largest power of two that divides its size.
std::vector<std::size_t> bytes_of_levels(std::span<const LineReduction> reductions) {
    const std::vector<std::size_t> level = levels_of(reductions);
    std::vector<std::size_t> alignments(*std::ranges::max_element(level) + 1, 1);
    for (std::size_t i = 0; i < reductions.size(); ++i) {
        const std::size_t size = reductions[i].state_bytes, divisor = size & (~size + 1);
        std::size_t& alignment = alignments[level[i]];
        alignment = std::max(alignment, std::min(LineShape::kMaxAlignment, divisor));
    }
    std::vector<std::size_t> bytes(alignments.size(), 0);
    for (std::size_t i = 0; i < reductions.size(); ++i)
        bytes[level[i]] += round_up(reductions[i].state_bytes, alignments[level[i]]);
    return bytes;
}

bool run_together(std::span<const LineReduction> reductions) {
    const LineReduction& last = reductions.back();
    return std::ranges::find(last.reduced, true) != last.reduced.end() &&
           std::ranges::all_of(reductions, [&](const LineReduction& each) {
               return each.reduced == last.reduced && each.shape == last.shape &&
                      each.alignment <= LineShape::kMaxAlignment;
           });
}

}  // namespace

LineShape::LineShape(const AnyExpression& expression)
    : expression_(expression),
      reduced_(expression.operands.reductions().back().shape),
      level_bytes_(bytes_of_levels(expression.operands.reductions())) {
    const PerAxis<bool>& reduced = expression.operands.reductions().back().reduced;
    for (const bool kind : {false, true}) {
        outer_ = axes_.rank();
        for (std::size_t axis = 0; axis < reduced.rank(); ++axis)
            if (reduced[axis] == kind) axes_.append(axis);
    }
    for (const std::size_t axis : axes_) all_.append(reduced_[axis]);
}

// True if each result of the reduction broadcasts to its own line. A result without the reduced
// dimensions is aligned at the last dimension. Each of its dimensions must then meet the same
// dimension of the input, unless its extent is 1.
bool LineShape::meets_lines(const LineReduction& reduction) const {
    if (reduction.result.rank() == rank()) return true;
    for (std::size_t axis = 0; axis < outer_; ++axis)
        if (reduction.result[axis] != 1 && axes_[axis] != rank() - outer_ + axis) return false;
    return true;
}

std::size_t LineShape::state_bytes() const noexcept {
    return std::accumulate(level_bytes_.begin(), level_bytes_.end(), std::size_t(0));
}

bool LineShape::results_fit() const {
    bool fit = true;
    for_each_reduction(expression_.operands,
                       [&](const LineReduction& reduction, bool is_outermost) {
                           fit &= (is_outermost && drops_axes()) || meets_lines(reduction);
                       });
    Shape kept = reduced_;
    for (std::size_t axis = outer_; axis < rank(); ++axis) kept[axes_[axis]] = 1;
    const Shape& shape = expression_.shape;
    return fit && (is_whole() || shape == kept || shape == part(0, outer_));
}

Strides LineShape::in_order(const Strides& strides) const {
    Strides ordered;
    for (const std::size_t axis : axes_) ordered.append(strides[axis]);
    return ordered;
}

Strides LineShape::with_dropped(const Strides& strides) const {
    Strides all = strides;
    while (all.rank() < rank()) all.append(0);
    return all;
}

Strides LineShape::strides_in(std::size_t number) const {
    const Layout& layout = expression_.operands.arrays()[number].layout;
    if (drops_axes() && !is_reduced(expression_, number))
        return with_dropped(broadcast_to(layout, expression_.shape).strides);
    return in_order(broadcast_to(layout, reduced_).strides);
}

Strides LineShape::strides_of(const Elements& to) const {
    if (drops_axes()) return with_dropped(to.layout.strides);
    Strides strides = in_order(to.layout.strides);
    if (!is_whole()) std::fill(strides.begin() + outer_, strides.end(), 0);
    return strides;
}

// Returns the smallest stride of dimensions `first` to `last`, or 0 if all their extents are 1.
std::size_t LineShape::min_step(const Strides& strides, std::size_t first, std::size_t last) const {
    std::size_t least = 0;
    for (std::size_t axis = first; axis < last; ++axis) {
        const auto step = static_cast<std::size_t>(std::abs(strides[axis]));
        if (all_[axis] > 1 && step > 0 && (least == 0 || step < least)) least = step;
    }
    return least;
}

LineShape::Direction LineShape::direction_of(const Strides& strides) const {
    const std::size_t across = min_step(strides, 0, outer_);
    const std::size_t along = min_step(strides, outer_, rank());
    if (across == 0 || along == 0) return Direction::either;
    return across < along ? Direction::columnwise : Direction::rowwise;
}

std::optional<LineShape::Direction> LineShape::direction() const {
    const auto arrays = expression_.operands.arrays();
    Direction all = Direction::either;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        if (!arrays[i].data) continue;
        const Direction own = direction_of(strides_in(i));
        if (own == Direction::either) continue;
        if (all != Direction::either && all != own) return std::nullopt;
        all = own;
    }
    return all;
}

bool LineShape::has_small_states() const { return state_bytes() <= kMaxColumnBytes; }

bool LineShape::is_columnwise(std::size_t main) const {
    if (size() == 0 || count() == 1 || !has_small_states()) return false;
    if (size() == 1) return true;
    const auto own = [&] {
        return expression_.operands.arrays().empty() ? Direction::either
                                                     : direction_of(strides_in(main));
    };
    const std::optional<Direction> all = direction();
    return (all ? *all : own()) == Direction::columnwise;
}

bool is_reduced(const AnyExpression& expression, std::size_t number) noexcept {
    return std::ranges::any_of(expression.operands.reductions(), [&](const LineReduction& each) {
        return each.first <= number && number < each.last;
    });
}

bool fits_lines(AnyExpression& expression) {
    const OperandList& operands = expression.operands;
    if (operands.refuses_lines() || operands.reductions().empty()) return false;
    if (!run_together(operands.reductions())) return false;
    expression.shape = shape_of_result(expression);
    const LineShape lines(expression);
    if (lines.size() == 0 || lines.count() == 0 || !lines.results_fit()) return false;
    const auto direction = lines.direction();
    return direction && (direction != LineShape::Direction::columnwise || lines.has_small_states());
}

}  // namespace glint::detail
