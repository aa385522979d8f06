#include <glint/array/operand_list.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

void OperandList::append(const ArrayOperand& operand) {
    if (count_ == kMaxOperands)
        throw Error(ErrorCode::invalid_argument, "evaluate an expression",
                    fmt::format("it has more than {} arrays; evaluate a part of it to an Array",
                                kMaxOperands));
    new (arrays_.data() + count_++ * sizeof(ArrayOperand)) ArrayOperand(operand);
}

void OperandList::add(const ArrayOperand& operand, const Stream& stream) {
    append(operand);
    add_stream(stream);
}

void OperandList::add_stream(const Stream& stream) {
    const auto end = streams_.begin() + static_cast<std::ptrdiff_t>(stream_count_);
    const bool is_new = std::none_of(streams_.begin(), end, [&](const Stream* other) {
        return other->share() == stream.share();
    });
    if (is_new) streams_[stream_count_++] = &stream;
}

std::byte* OperandList::scalar_place(std::size_t size_bytes, std::size_t alignment) {
    const std::size_t place = (scalar_bytes_ + alignment - 1) / alignment * alignment;
    if (place + size_bytes > kMaxScalarBytes)
        throw Error(ErrorCode::invalid_argument, "evaluate an expression",
                    fmt::format("its scalars have more than {} bytes", kMaxScalarBytes));
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
