// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/decompose.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/solve.hpp>

/// Scalar properties of matrices. The last two dimensions of an input are the rows and columns of
/// each matrix, and the result has one element per matrix. For a single matrix, the result is an
/// array without dimensions, whose `item()` is the number.
namespace glint {

/// The determinant as sign * exp(logabsdet).
template <class T>
struct SignAndLog {
    Array<T> sign;  ///< 1, -1, or a complex number of magnitude 1; 0 if the determinant is 0
    Array<typename detail::RealOf<T>::Type> logabsdet;
};

namespace detail {

/// 1 if the row swaps keep the sign of the determinant, otherwise -1.
template <class T>
auto sign_of_swaps(const LuFactors<T>& factors) {
    const auto pivots = factors.pivots();
    const auto rows = arange<std::int64_t>(pivots.stream(), pivots.shape()[pivots.rank() - 1]) + 1;
    return where(count_nonzero(pivots != rows, axis(-1)) % 2 == 0, T(1), T(-1));
}

}  // namespace detail

/// The trace: the sum along the diagonal of two dimensions, starting at column `offset`. Returns an
/// expression with the remaining dimensions. Throws Error(invalid_argument) unless both dimensions
/// exist and differ.
template <ArrayLike A>
auto trace(const A& array, std::ptrdiff_t offset = 0, std::ptrdiff_t first = 0,
           std::ptrdiff_t second = 1) {
    return sum(diagonal(array, offset, first, second), axis(-1));
}

/// The determinant, computed by LU decomposition: 0 for a singular matrix, 1 for an empty matrix.
/// Overflows if the product of the pivots overflows. Waits for the result. Throws like LuFactors.
template <ArrayLike A>
auto det(const A& matrix) {
    const LuFactors factors(matrix);
    using T = typename decltype(factors)::Element;
    const auto pivots = diagonal(factors.packed(), 0, -2, -1);
    return Array<T>(product(pivots, axis(-1)) * detail::sign_of_swaps(factors));
}

/// The sign of the determinant and the logarithm of its magnitude, which neither overflow nor
/// underflow. For a singular matrix, returns 0 and minus infinity. Waits for the result. Throws
/// like LuFactors.
template <ArrayLike A>
auto slogdet(const A& matrix) {
    const LuFactors factors(matrix);
    using T = typename decltype(factors)::Element;
    using Real = typename detail::RealOf<T>::Type;
    const auto pivots = diagonal(factors.packed(), 0, -2, -1);
    const auto magnitudes = abs(pivots);
    const auto signs = where(magnitudes == Real(0), T(0), pivots / magnitudes);
    return SignAndLog<T>{
        .sign = Array<T>(product(signs, axis(-1)) * detail::sign_of_swaps(factors)),
        .logabsdet = Array<Real>(sum(log(magnitudes), axis(-1)))};
}

/// The number of singular values above the cutoff. Waits for the result. Throws like `svd`.
template <ArrayLike A>
Array<std::int64_t> matrix_rank(const A& matrix, const CutoffOptions& options = {}) {
    const std::size_t side = detail::longer_side(shape_of(matrix));
    const auto values = svd(matrix).values;
    return count_nonzero(detail::inverted(values, side, options), axis(-1));
}

}  // namespace glint
