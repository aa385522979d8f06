// SPDX-License-Identifier: MIT
#include <glint/algorithms/shuffle.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {

void check_choice(std::size_t count, std::size_t size, bool replace) {
    if (count == 0 || (size != 0 && (replace || count <= size))) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("choose {} at random", text::counted(count, "element")),
                fmt::format("only {} can be chosen", text::counted(size, "element")));
}

void check_can_be_shuffled(const Shape& shape) {
    if (shape.rank() == 0)
        throw Error(ErrorCode::invalid_argument, "shuffle elements", "the array has no dimensions");
}

Shape with_first(const Shape& shape, std::size_t extent) {
    Shape result = shape;
    result[0] = extent;
    return result;
}

Shape only_first(const Shape& shape, std::size_t extent) {
    Shape result = shape;
    for (std::size_t& each : result) each = 1;
    result[0] = extent;
    return result;
}

}  // namespace glint::detail
