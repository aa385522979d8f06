// SPDX-License-Identifier: MIT
#include <glint/algorithms/weighted_choice.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {

void check_weights(const Shape& weights, const Shape& elements) {
    if (weights == Shape(elements[0])) return;
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("choose from an array of shape {}", to_string(elements)),
        fmt::format("the weights have shape {}, not ({})", to_string(weights), elements[0]));
}

void refuse_weights(std::size_t count, const char* reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("choose {} at random", text::counted(count, "element")), reason);
}

}  // namespace glint::detail
