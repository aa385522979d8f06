// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include <glint/array/element.hpp>

namespace glint::test {

/// Numbers of all magnitudes and both signs, with many duplicates.
template <class T>
std::vector<T> numbers(std::size_t count, unsigned seed = 7) {
    std::mt19937_64 random(seed);
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = static_cast<std::int64_t>(random());
        if constexpr (detail::kIsFloating<T>)
            values[i] = i % 3 == 0 ? static_cast<T>(static_cast<float>(bits % 7))
                                   : static_cast<T>(static_cast<float>(bits) * 0x1p-50f);
        else
            values[i] = i % 3 == 0 ? static_cast<T>(std::abs(bits % 7)) : static_cast<T>(bits);
    }
    return values;
}

template <class T>
bool is_nan(T value) {
    if constexpr (detail::kIsFloating<T>) return std::isnan(static_cast<float>(value));
    return false;
}

/// The order of sorts: NaN after all numbers.
template <class T>
bool comes_before(T a, T b) {
    if (is_nan(a)) return false;
    return is_nan(b) || a < b;
}

/// Stable argsort of the values.
template <class T, class Before>
std::vector<std::int64_t> order_of(const std::vector<T>& values, Before before) {
    std::vector<std::int64_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
        return before(values[static_cast<std::size_t>(a)], values[static_cast<std::size_t>(b)]);
    });
    return order;
}
template <class T>
std::vector<std::int64_t> order_of(const std::vector<T>& values, bool descending = false) {
    return order_of(values, [=](T a, T b) {
        return descending ? comes_before<T>(b, a) : comes_before<T>(a, b);
    });
}

template <class T, class Index>
std::vector<T> taken(const std::vector<T>& values, const std::vector<Index>& order) {
    std::vector<T> result;
    for (const Index i : order) result.push_back(values[static_cast<std::size_t>(i)]);
    return result;
}

/// True if the two vectors are bit-identical, including NaN and signed zeros.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}
inline bool same_bits(const std::vector<bool>& a, const std::vector<bool>& b) { return a == b; }

}  // namespace glint::test
