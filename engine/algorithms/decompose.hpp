#pragma once

#include <algorithm>

#include <glint/algorithms/detail/factorise.hpp>

/// Orthogonal decompositions of matrices, by cuSOLVER on GPUs and by OpenBLAS on the CPU, both
/// loaded when first used; elements as in solve.hpp.
namespace glint {

/// A = Q * R: the columns of Q are orthonormal, R is upper triangular.
template <class T>
struct QrFactors {
    Array<T> q, r;
};

/// A = V * diag(values) * V^H: the columns of `vectors` are orthonormal, the values ascend.
template <class T>
struct Eigensystem {
    Array<typename detail::RealOf<T>::Type> values;
    Array<T> vectors;
};

/// A = U * diag(values) * V^H: the columns of `u` and the rows of `vh` are orthonormal, the values
/// descend and are not negative.
template <class T>
struct SingularValues {
    Array<T> u;
    Array<typename detail::RealOf<T>::Type> values;
    Array<T> vh;
};

struct LeastSquaresOptions {
    /// Singular values below this part of the largest count as 0; 0 is the type's precision times
    /// the longer side.
    double cutoff = 0;
};

namespace detail {

/// Of a matrix that lies in Fortran's order and has at least as many rows as columns; both results
/// in that order, too. Destroys the matrix. Waits.
template <class T>
SingularValues<T> svd_of_columns(Array<T> columns) {
    const std::size_t n = columns.shape()[0], m = columns.shape()[1];
    Stream& stream = columns.stream();
    SingularValues<T> result{.u = Array<T>(stream, Shape{n, m}),
                             .values = Array<typename RealOf<T>::Type>(stream, Shape(n)),
                             .vh = Array<T>(stream, Shape{n, n})};
    if (n == 0) return result;
    Array<int> info(stream, Shape(1));
    lapack_library_of(stream.device())
        .svd(stream, column_matrix(columns), result.values.data(), column_matrix(result.u),
             column_matrix(result.vh), info.data());
    if (const int failed = info.item())
        refuse_unconverged("the singular values", Shape{m, n}, failed);
    return result;
}

}  // namespace detail

/// Q has as many columns as the smaller side. Does not wait.
/// Throws Error(invalid_argument) for what is no matrix.
template <ArrayLike A>
auto qr(const A& matrix) {
    using T = detail::Solved<detail::ElementOf<A>>;
    detail::check_matrix(shape_of(matrix));
    Array<T> columns = detail::columns_of<T>(matrix);
    const std::size_t n = columns.shape()[0], m = columns.shape()[1], k = std::min(m, n);
    Stream& stream = columns.stream();
    Array<T> q(stream, Shape{k, m});
    if (k == 0) return QrFactors<T>{Array<T>(transposed(q)), Array<T>(stream, Shape{k, n})};
    Array<int> info(stream, Shape(1));
    detail::lapack_library_of(stream.device())
        .qr(stream, detail::column_matrix(columns), detail::column_matrix(q), info.data());
    const auto upper = transposed(std::as_const(columns))(slice(0, static_cast<long>(k)));
    return QrFactors<T>{Array<T>(transposed(q)), detail::triangle_of<false>(upper)};
}

/// Of a symmetric, or Hermitian, matrix, of which only the lower triangle is read. Waits.
/// Throws Error(invalid_argument) for what is no square matrix, Error(bad_input) where it does not
/// converge.
template <ArrayLike A>
auto eigh(const A& matrix) {
    using T = detail::Solved<detail::ElementOf<A>>;
    detail::check_square(shape_of(matrix));
    Array<T> columns = detail::columns_of<T>(matrix);
    Stream& stream = columns.stream();
    Array<typename detail::RealOf<T>::Type> values(stream, Shape(columns.shape()[0]));
    if (!columns.empty()) {
        Array<int> info(stream, Shape(1));
        detail::lapack_library_of(stream.device())
            .eigen(stream, detail::column_matrix(columns), values.data(), info.data());
        if (const int failed = info.item())
            detail::refuse_unconverged("the eigenvalues", columns.shape(), failed);
    }
    return Eigensystem<T>{std::move(values), detail::from_columns(std::move(columns))};
}

/// As many values as the smaller side has elements. Waits.
/// Throws Error(invalid_argument) for what is no matrix, Error(bad_input) where it does not
/// converge.
template <ArrayLike A>
auto svd(const A& matrix) {
    using T = detail::Solved<detail::ElementOf<A>>;
    const Shape shape = shape_of(matrix);
    detail::check_matrix(shape);
    if (shape[0] >= shape[1]) {
        auto result = detail::svd_of_columns(detail::columns_of<T>(matrix));
        result.u = detail::from_columns(std::move(result.u));
        result.vh = detail::from_columns(std::move(result.vh));
        return result;
    }
    // Read in Fortran's order the wide matrix is its transposition, which is V^H^T * S * U^T; and
    // so are the results.
    const auto rows = detail::view_or_copy<T>(matrix, [](const auto&) { return true; });
    auto result = detail::svd_of_columns(Array<T>(rows));
    std::swap(result.u, result.vh);
    return result;
}

/// The x for which |A x - b| is least, and among several the shortest; for a vector b or for each
/// column of a matrix. By singular values, so A may have any rank and any shape. Waits.
/// Throws as `svd`, and Error(invalid_argument) with both shapes if they do not fit.
template <ArrayLike A, ArrayLike B>
auto least_squares(const A& a, const B& b, const LeastSquaresOptions& options = {}) {
    using T = detail::Solved<detail::Common<detail::ElementOf<A>, detail::ElementOf<B>>>;
    using Real = typename detail::RealOf<T>::Type;
    const Shape shape = shape_of(a), right_side = shape_of(b);
    detail::check_matrix(shape);
    detail::check_right_side(shape, right_side);
    const auto parts = svd(cast<T>(a));
    const auto side = static_cast<double>(std::max(shape[0], shape[1]));
    const auto cutoff = static_cast<Real>(
        options.cutoff > 0 ? options.cutoff : side * std::numeric_limits<Real>::epsilon());
    const auto& s = parts.values;
    const Array<Real> inverse = where(s > s(slice(0, 1)) * cutoff, Real(1) / s, Real(0));
    const Array<T> along = matmul(detail::adjoint(parts.u.view()), cast<T>(b));
    const auto back = detail::adjoint(parts.vh.view());
    if (right_side.rank() == 1) return matmul(back, along * inverse);
    return matmul(back, along * inverse(slice(), newaxis));
}

}  // namespace glint
