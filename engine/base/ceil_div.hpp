// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <type_traits>

namespace glint {

/// Returns count / size, rounded up. `size` must be positive.
template <std::integral Count, std::integral Size>
constexpr auto ceil_div(Count count, Size size) noexcept {
    using Result = std::common_type_t<Count, Size>;
    const auto wide = static_cast<Result>(size);
    return static_cast<Result>((static_cast<Result>(count) + wide - 1) / wide);
}

/// Returns the smallest multiple of `step` that is not less than `value`. `step` must be positive.
template <std::integral Value, std::integral Step>
constexpr auto round_up(Value value, Step step) noexcept {
    using Result = std::common_type_t<Value, Step>;
    return static_cast<Result>(ceil_div(value, step) * static_cast<Result>(step));
}

}  // namespace glint
