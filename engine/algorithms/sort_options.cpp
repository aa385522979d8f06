// SPDX-License-Identifier: MIT
#include <glint/algorithms/sort_options.hpp>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include <glint/array/detail/evaluate.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {

SortDigits digits_of(const SortOptions& options, std::size_t key_bytes) {
    const int bits = static_cast<int>(8 * key_bytes), last = options.last_bit.value_or(bits);
    if (options.first_bit < 0 || last > bits || options.first_bit >= last)
        throw Error(
            ErrorCode::invalid_argument,
            fmt::format("sort by bits {} to {}", options.first_bit, last),
            fmt::format(
                "the range must not be empty, and must be within the bits 0 to {} of the keys",
                bits));
    return {.flip = options.descending ? ~std::uint64_t(0) : 0,
            .first_bit = options.first_bit,
            .last_bit = last};
}

PerAxis<std::ptrdiff_t> sort_axes(std::size_t rank, std::ptrdiff_t axis) {
    const std::size_t last = axis_of(axis, rank);
    PerAxis<std::ptrdiff_t> axes;
    for (std::size_t i = 0; i < rank; ++i)
        if (i != last) axes.append(static_cast<std::ptrdiff_t>(i));
    axes.append(static_cast<std::ptrdiff_t>(last));
    return axes;
}

Shape with_axis_back(const Shape& shape, std::size_t axis) {
    Shape moved;
    for (std::size_t i = 0; i < shape.rank(); ++i)
        moved.append(i < axis ? shape[i] : i == axis ? shape[shape.rank() - 1] : shape[i - 1]);
    return moved;
}

SortSegments sort_segments_of(const Shape& shape) {
    if (shape.rank() == 0) return {.length = 1, .count = 1};
    const std::size_t length = shape[shape.rank() - 1];
    return {.length = length, .count = length == 0 ? 0 : shape.size() / length};
}

void check_sort_pairs(const Shape& keys, const Shape& values) {
    if (keys == values) return;
    throw Error(ErrorCode::invalid_argument, fmt::format("sort keys of shape {}", to_string(keys)),
                fmt::format("the values have shape {}", to_string(values)));
}

void check_place_index(std::size_t length, std::size_t index_bytes, bool is_signed) {
    const std::size_t bits = 8 * index_bytes - (is_signed ? 1 : 0);
    if (bits >= 64 || length <= std::size_t(1) << bits) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("find the positions of {}", text::counted(length, "key")),
                fmt::format("indices of {} cannot represent all positions",
                            text::counted(index_bytes, "byte")));
}

const Stream& SortLines::stream() const { return stream_for(expression, "sort an expression"); }

SortJob SortLines::job() const {
    return {.key = expression.type,
            .expression = data ? nullptr : &expression,
            .keys = {data, nullptr},
            .segments = sort_segments_of(shape()),
            .size = shape().size()};
}

void bring_last(SortLines& lines, std::ptrdiff_t axis, bool is_view) {
    const std::size_t rank = lines.shape().rank();
    const auto axes = rank > 0 ? sort_axes(rank, axis) : PerAxis<std::ptrdiff_t>();
    bring_into_order(lines, {axes.begin(), axes.rank()}, is_view);
}

void bring_into_order(SortLines& lines, std::span<const std::ptrdiff_t> order, bool is_view) {
    AnyExpression& expression = lines.expression;
    if (!std::ranges::is_sorted(order)) {
        expression.operands.transpose(expression.shape, order);
        expression.shape = transposed(row_major(expression.shape), order).shape;
    }
    if (!is_view) return;
    const ArrayOperand& only = expression.operands.arrays()[0];
    if (is_row_major(only.layout)) lines.data = only.data;
}

void put_side_by_side(SortLines& lines) {
    if (lines.data || lines.empty()) return;
    lines.memory = evaluate_to_new(lines.expression);
    lines.data = lines.memory->memory.data();
}

bool run_across(const SortLines& lines) {
    const Shape& shape = lines.shape();
    if (shape.rank() < 2 || lines.data || lines.empty()) return false;
    const std::size_t last = shape.rank() - 1;
    return std::ranges::any_of(lines.expression.operands.arrays(), [&](const ArrayOperand& array) {
        if (!array.data) return false;
        const Strides strides = broadcast_to(array.layout, shape).strides;
        for (std::size_t axis = 0; axis < last; ++axis)
            if (shape[axis] > 1 && strides[axis] != 0 &&
                std::abs(strides[axis]) < std::abs(strides[last]))
                return true;
        return false;
    });
}

}  // namespace glint::detail
