// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <optional>
#include <ranges>
#include <span>
#include <string>

#include <fmt/format.h>

namespace glint::bench {

/// Maximum deviation of a result from the expected value.
struct Tolerance {
    double relative = 0;
    double absolute = 0;
};

/// Returns true if `got` equals `wanted` up to the tolerance. Returns false for NaN.
inline bool is_near(double got, double wanted, Tolerance tolerance) {
    return got == wanted ||  // also for equal infinities
           std::abs(got - wanted) <= tolerance.absolute + tolerance.relative * std::abs(wanted);
}

/// Describes the first element that differs from the expected value. Returns nullopt if all
/// elements agree.
template <std::ranges::random_access_range Got, std::ranges::random_access_range Wanted>
std::optional<std::string> difference(const Got& got, const Wanted& wanted, Tolerance tolerance) {
    for (std::size_t i = 0; i < std::ranges::size(wanted); ++i) {
        const auto value = static_cast<double>(got[i]), right = static_cast<double>(wanted[i]);
        if (!is_near(value, right, tolerance))
            return fmt::format("element {} is {}, not {}", i, value, right);
    }
    return std::nullopt;
}

template <std::integral T>
std::optional<std::string> difference(std::span<const T> got, std::span<const T> wanted) {
    const auto [at, expected] = std::ranges::mismatch(got, wanted);
    if (expected == wanted.end()) return std::nullopt;
    return fmt::format("element {} is {}, not {}", at - got.begin(), *at, *expected);
}

}  // namespace glint::bench
