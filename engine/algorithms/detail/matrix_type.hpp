// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <glint/array/array.hpp>
#include <glint/array/functions.hpp>

namespace glint::detail {

/// Element types of linear algebra libraries; f16 and bf16 are supported only in products.
enum class MatrixType : std::uint8_t { f32, f64, c64, c128, f16, bf16 };

template <class T>
constexpr MatrixType matrix_type() {
    if constexpr (std::is_same_v<T, float>) return MatrixType::f32;
    if constexpr (std::is_same_v<T, double>) return MatrixType::f64;
    if constexpr (std::is_same_v<T, std::complex<float>>) return MatrixType::c64;
    if constexpr (std::is_same_v<T, std::complex<double>>) return MatrixType::c128;
    if constexpr (std::is_same_v<T, half>) return MatrixType::f16;
    if constexpr (std::is_same_v<T, bfloat16>) return MatrixType::bf16;
}

constexpr bool is_complex(MatrixType type) {
    return type == MatrixType::c64 || type == MatrixType::c128;
}
constexpr bool is_narrow(MatrixType type) {
    return type == MatrixType::f16 || type == MatrixType::bf16;
}
constexpr std::size_t size_of(MatrixType type) {
    if (is_narrow(type)) return 2;
    return type == MatrixType::f32 ? 4 : type == MatrixType::c128 ? 16 : 8;
}

template <class T>
inline constexpr bool kIsNarrow = std::is_same_v<T, half> || std::is_same_v<T, bfloat16>;

/// The type in which solvers compute for elements of type T: float for narrower types and for
/// integers of up to 16 bits, double for wider integers, otherwise T.
template <class T>
using Solved = std::conditional_t<kIsNarrow<T>, float, Floating<T>>;

/// Rounds `value` to the precision of T's real numbers, then converts it to T.
template <class T>
T number_as(double value) {
    using Real =
        std::conditional_t<std::is_same_v<typename RealOf<T>::Type, double>, double, float>;
    return T(static_cast<Real>(value));
}

/// Returns a view of the elements if they have type T and `fits(layout)`, otherwise a copy.
template <class T, ArrayLike A, class Fits>
ArrayView<const T> view_or_copy(const A& array, Fits&& fits) {
    const auto node = node_of(array);
    if constexpr (std::is_same_v<decltype(node), const ArrayView<const T>>) {
        if (fits(node.layout())) return node;
        return Array<T>(node).view();
    } else {
        return Array<T>(cast<T>(node)).view();
    }
}

}  // namespace glint::detail
