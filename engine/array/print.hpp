// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <glint/array/joining.hpp>

/// Arrays as text in NumPy's format: nested brackets, with aligned columns of numbers.
namespace glint {

struct PrintOptions {
    /// Maximum number of decimals; fewer are printed if they are enough to distinguish all numbers.
    int precision = 8;
    /// If an array has more elements than this, only `edge` elements at each end of each dimension
    /// are printed.
    std::size_t threshold = 1000;
    std::size_t edge = 3;
    std::size_t line_width = 75;  ///< in columns; longer rows wrap to the next line
};

namespace detail {

// The numbers as text, padded to the same width.
std::vector<std::string> printed(const std::vector<bool>& values);
std::vector<std::string> printed(const std::vector<long long>& values);
std::vector<std::string> printed(const std::vector<unsigned long long>& values);
std::vector<std::string> printed(const std::vector<float>& values, int precision);
std::vector<std::string> printed(const std::vector<double>& values, int precision);
std::vector<std::string> printed(const std::vector<std::complex<float>>& values, int precision);
std::vector<std::string> printed(const std::vector<std::complex<double>>& values, int precision);

/// Returns `cells` in brackets. The array has shape `shape`, but only a part of shape `shown` is
/// printed.
std::string bracketed(const Shape& shape, const Shape& shown, const std::vector<std::string>& cells,
                      const PrintOptions& options);

template <class T>
std::vector<std::string> cells_of(const std::vector<T>& values, int precision) {
    if constexpr (std::is_same_v<T, bool>)
        return printed(values);
    else if constexpr (std::is_integral_v<T>)
        return printed(
            std::vector<std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>(
                values.begin(), values.end()));
    else if constexpr (sizeof(T) == 2)  // more digits would only show rounding errors
        return printed(std::vector<float>(values.begin(), values.end()),
                       std::min(precision, std::is_same_v<T, half> ? 3 : 2));
    else
        return printed(values, precision);
}

/// A copy with only `edge` elements at each end of each dimension.
template <class T>
Array<T> ends_of(const ArrayView<const T>& view, std::size_t edge) {
    const auto count = static_cast<std::ptrdiff_t>(edge);
    for (std::size_t axis = 0; axis < view.rank(); ++axis) {
        const auto extent = static_cast<std::ptrdiff_t>(view.shape()[axis]);
        if (extent <= 2 * count) continue;
        const auto range = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
            return view.part(range_of_axis(view.layout(), axis, first, last));
        };
        const Array<T> shorter = concatenated(static_cast<std::ptrdiff_t>(axis), range(0, count),
                                              range(extent - count, extent));
        return ends_of(shorter.view(), edge);
    }
    return Array<T>(view);
}

}  // namespace detail

/// Returns the elements as text. Waits for work queued on the array. From a large array, copies
/// only the printed part to the host.
template <Viewable A>
std::string to_string(const A& array, const PrintOptions& options = {}) {
    using T = typename A::Element;
    static_assert(detail::kIsNumber<T>,
                  "only numbers can be printed. Use reinterpreted<T>(x) for other elements");
    const auto view = detail::view_of(array).as_const();
    if (view.empty()) return detail::bracketed(view.shape(), view.shape(), {}, options);
    if (view.size() <= options.threshold)
        return detail::bracketed(view.shape(), view.shape(),
                                 detail::cells_of(view.to_vector(), options.precision), options);
    const Array<T> ends = detail::ends_of(view, options.edge);
    return detail::bracketed(view.shape(), ends.shape(),
                             detail::cells_of(ends.to_vector(), options.precision), options);
}

template <Viewable A>
std::ostream& operator<<(std::ostream& stream, const A& array) {
    return stream << to_string(array);
}

}  // namespace glint

/// Formatters of arrays and views for fmt: "{}".
template <class T>
struct fmt::formatter<glint::Array<T>> : fmt::formatter<std::string> {
    auto format(const glint::Array<T>& array, fmt::format_context& context) const {
        return fmt::formatter<std::string>::format(glint::to_string(array), context);
    }
};
template <class T>
struct fmt::formatter<glint::ArrayView<T>> : fmt::formatter<std::string> {
    auto format(const glint::ArrayView<T>& view, fmt::format_context& context) const {
        return fmt::formatter<std::string>::format(glint::to_string(view), context);
    }
};
