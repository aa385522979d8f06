// SPDX-License-Identifier: MIT
#include <glint/array/sequence.hpp>

#include <cmath>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {

void refuse_arange(double first, double last, double step) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("count from {} to {} in steps of {}", first, last, step),
                "the sequence is infinite or too long");
}

std::size_t arange_size(double first, double last, double step) {
    const double count = std::ceil((last - first) / step);
    if (step == 0 || !std::isfinite(count) || count >= 0x1p63) refuse_arange(first, last, step);
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

void check_list(std::size_t size, std::size_t expected) {
    if (size == expected) return;
    throw Error(ErrorCode::invalid_argument, "create an array from nested lists",
                fmt::format("one list has {}, but the first list at the same level has {}",
                            text::counted(size, "element"), expected));
}

}  // namespace glint::detail
