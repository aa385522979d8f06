// SPDX-License-Identifier: MIT
#include <glint/array/detail/operand_list.hpp>

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {

MemoryRange range_of(const void* data, const Layout& layout, std::size_t element_bytes) noexcept {
    const Reach reach = reach_of(layout);
    const auto begin = std::bit_cast<std::uintptr_t>(data) - reach.before * element_bytes;
    return {begin, begin + reach.size * element_bytes};
}

void OperandList::append(const ArrayOperand& operand) {
    if (count_ == kMaxOperands) {
        // Without its reductions, which can be computed separately, the expression may have fewer
        // operands.
        refuses_lines_ = wants_reductions_;
        if (refuses_lines_) return;
        throw Error(ErrorCode::invalid_argument, "evaluate an expression",
                    fmt::format("the expression has more than {} arrays. Evaluate part of the "
                                "expression into an Array",
                                kMaxOperands));
    }
    new (arrays_.data() + count_++ * sizeof(ArrayOperand)) ArrayOperand(operand);
}

void OperandList::add(const ArrayOperand& operand, const Stream& stream) {
    append(operand);
    add_stream(stream);
}

void OperandList::add_memory(const MemoryRange& memory) {
    if (memory_count_ == kMaxOperands)
        throw Error(ErrorCode::invalid_argument, "evaluate an expression",
                    fmt::format("the expression gathers from more than {} arrays. Evaluate part of "
                                "the expression into an Array",
                                kMaxOperands));
    memory_[memory_count_++] = memory;
}

void OperandList::append_axes(std::size_t first, std::size_t count) {
    refuses_lines_ |= count > 0 && !reductions_.empty();
    for (std::size_t i = first; i < count_; ++i) {
        Layout& layout = array(i).layout;
        for (std::size_t axis = 0; axis < count; ++axis) {
            layout.shape.append(1);
            layout.strides.append(0);
        }
    }
}

void OperandList::transpose(const Shape& shape, std::span<const std::ptrdiff_t> axes) {
    for (std::size_t i = 0; i < count_; ++i)
        array(i).layout = transposed(broadcast_to(array(i).layout, shape), axes);
}

bool OperandList::reaches(const MemoryRange& memory) const noexcept {
    return std::any_of(memory_.begin(),
                       memory_.begin() + static_cast<std::ptrdiff_t>(memory_count_),
                       [&](const MemoryRange& other) { return other.overlaps(memory); });
}

void OperandList::add_stream(const Stream& stream) {
    const auto end = streams_.begin() + static_cast<std::ptrdiff_t>(stream_count_);
    const bool is_new = std::none_of(streams_.begin(), end, [&](const Stream* other) {
        return other->share() == stream.share();
    });
    if (is_new) streams_[stream_count_++] = &stream;
}

std::byte* OperandList::scalar_place(std::size_t size_bytes, std::size_t alignment) {
    const std::size_t place = round_up(scalar_bytes_, alignment);
    if (place + size_bytes > kMaxScalarBytes && wants_reductions_) {
        refuses_lines_ = true;
        return scalars_.data();
    }
    if (place + size_bytes > kMaxScalarBytes)
        throw Error(
            ErrorCode::invalid_argument, "evaluate an expression",
            fmt::format("the scalars of the expression take more than {} bytes", kMaxScalarBytes));
    std::fill(scalars_.begin() + static_cast<std::ptrdiff_t>(scalar_bytes_),
              scalars_.begin() + static_cast<std::ptrdiff_t>(place), std::byte(0));
    scalar_bytes_ = place + size_bytes;
    return scalars_.data() + place;
}

Shape OperandList::shape() const {
    if (count_ == 0) return {};
    const std::span<const ArrayOperand> operands = arrays();
    const Shape& first = operands[0].layout.shape;
    if (std::ranges::all_of(operands, [&](const auto& each) { return each.layout.shape == first; }))
        return first;
    std::array<Shape, kMaxOperands> shapes;
    for (std::size_t i = 0; i < count_; ++i) shapes[i] = operands[i].layout.shape;
    return broadcast({shapes.data(), count_});
}

}  // namespace glint::detail
