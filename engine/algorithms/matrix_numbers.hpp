// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/decompose.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/solve.hpp>

/// Numbers about matrices: arrays of one element for each matrix in the last two
/// dimensions, of none for a single matrix, whose number `item()` gives.
namespace glint {

/// The determinant is sign * exp(logabsdet).
template <class T>
struct SignAndLog {
    Array<T> sign;  ///< 1 or -1, of complex matrices of magnitude 1, and 0 where the determinant is
    Array<typename detail::RealOf<T>::Type> logabsdet;
};

namespace detail {

/// 1 where the swaps of rows leave the sign, else -1.
template <class T>
auto sign_of_swaps(const LuFactors<T>& factors) {
    const auto pivots = factors.pivots();
    const auto rows = arange<std::int64_t>(pivots.stream(), pivots.shape()[pivots.rank() - 1]) + 1;
    return where(count_nonzero(pivots != rows, axis(-1)) % 2 == 0, T(1), T(-1));
}

}  // namespace detail

/// The sum along the diagonal of two dimensions, from column `offset` on: an expression of the
/// other dimensions. Throws Error(invalid_argument) if there are no two such dimensions.
template <ArrayLike A>
auto trace(const A& array, std::ptrdiff_t offset = 0, std::ptrdiff_t first = 0,
           std::ptrdiff_t second = 1) {
    return sum(diagonal(array, offset, first, second), axis(-1));
}

/// The determinant, by LU; 0 for a singular matrix, 1 for an empty one. Overflows where the product
/// does. Waits. Throws as LuFactors.
template <ArrayLike A>
auto det(const A& matrix) {
    const LuFactors factors(matrix);
    using T = typename decltype(factors)::Element;
    const auto pivots = diagonal(factors.packed(), 0, -2, -1);
    return Array<T>(product(pivots, axis(-1)) * detail::sign_of_swaps(factors));
}

/// The determinant's sign and the logarithm of its magnitude, which neither over- nor underflow:
/// 0 and minus infinity for a singular matrix. Waits. Throws as LuFactors.
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

/// How many singular values count. Waits. Throws as `svd`.
template <ArrayLike A>
Array<std::int64_t> matrix_rank(const A& matrix, const CutoffOptions& options = {}) {
    const std::size_t side = detail::longer_side(shape_of(matrix));
    const auto values = svd(matrix).values;
    return count_nonzero(detail::inverted(values, side, options), axis(-1));
}

}  // namespace glint
