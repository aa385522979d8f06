// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include <glint/algorithms/matmul.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/joining.hpp>

/// Covariance and correlation of several variables. The products use matmul, and thus cuBLAS or
/// OpenBLAS. No function waits.
namespace glint {

struct CovarianceOptions {
    bool rowvar = true;     ///< each row is a variable; otherwise each column
    double correction = 1;  ///< subtracted from the number of observations, as in `variance`
};

namespace detail {

/// Returns the dimension of the observations. An array with one dimension is a single variable.
/// Throws Error(invalid_argument) unless there are one or two dimensions.
std::ptrdiff_t observations_of(const Shape& shape, bool rowvar);

template <class T>
Array<T> covariance(const Array<T>& values, const CovarianceOptions& options) {
    const std::ptrdiff_t along = observations_of(values.shape(), options.rowvar);
    const Array<T> distances = values - mean(values, axis(along), keepdims);
    const auto view = distances.view();
    const auto rows = values.rank() == 1 ? view(newaxis, slice()) : moveaxis(view, along, 1);
    const auto count = static_cast<double>(rows.shape()[1]);
    Array<T> products(values.stream(), Shape{rows.shape()[0], rows.shape()[0]});
    matmul(rows, transposed(rows), products,
           {.alpha = 1 / std::fmax(count - options.correction, 0)});
    if (values.empty()) products = std::numeric_limits<T>::quiet_NaN();
    if (products.size() != 1) return products;
    return Array<T>(squeezed(products));
}

template <ArrayLike M>
auto observed(const M& variables) {
    using T = Solved<ElementOf<M>>;
    static_assert(!kIsComplex<T>,
                  "complex numbers are not supported. Use real(z) and imag(z) as two variables");
    return Array<T>(cast<T>(variables));
}

/// Returns the variables of two arrays, concatenated.
template <ArrayLike X, ArrayLike Y>
auto observed(const X& x, const Y& y, bool rowvar) {
    using T = Solved<Common<ElementOf<X>, ElementOf<Y>>>;
    static_assert(!kIsComplex<T>,
                  "complex numbers are not supported. Use real(z) and imag(z) as two variables");
    const bool is_single = shape_of(x).rank() == 1 && shape_of(y).rank() == 1;
    const auto a = cast<T>(x);
    const auto b = cast<T>(y);
    if (is_single) {
        Array<T> both = stacked(0, a, b);
        return rowvar ? std::move(both) : Array<T>(transposed(both));
    }
    return concatenated(rowvar ? 0 : 1, a, b);
}

template <class T>
Array<T> correlation(Array<T> covariances) {
    if (covariances.rank() == 0) return covariances / covariances;
    const Array<T> deviations = sqrt(diagonal(covariances));
    return clamp(covariances / deviations(slice(), newaxis) / deviations(newaxis, slice()), T(-1),
                 T(1));
}

}  // namespace detail

/// The covariance matrix of variables with equal numbers of observations, or a single number for a
/// single variable. Returns an array of the element type, or of double for integers. The means are
/// subtracted before the products. The result is NaN or infinity if the number of observations does
/// not exceed the correction. An array with one dimension is a single variable. Throws
/// Error(invalid_argument) unless there are one or two dimensions.
template <ArrayLike M>
auto cov(const M& variables, const CovarianceOptions& options = {}) {
    return detail::covariance(detail::observed(variables), options);
}
/// The covariance matrix of the variables of `x` followed by those of `y`, in their common type.
/// Also throws Error(invalid_argument) if the numbers of observations differ.
template <ArrayLike X, ArrayLike Y>
auto cov(const X& x, const Y& y, const CovarianceOptions& options = {}) {
    return detail::covariance(detail::observed(x, y, options.rowvar), options);
}

struct CorrelationOptions {
    bool rowvar = true;  ///< each row is a variable; otherwise each column
};

/// The correlation coefficients of variables, from -1 to 1: each covariance divided by the standard
/// deviations of both variables. The result is NaN for a constant variable. Throws like cov.
template <ArrayLike M>
auto corrcoef(const M& variables, const CorrelationOptions& options = {}) {
    return detail::correlation(cov(variables, {.rowvar = options.rowvar}));
}
template <ArrayLike X, ArrayLike Y>
auto corrcoef(const X& x, const Y& y, const CorrelationOptions& options = {}) {
    return detail::correlation(cov(x, y, {.rowvar = options.rowvar}));
}

}  // namespace glint
