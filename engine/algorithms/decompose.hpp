// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>

#include <glint/algorithms/detail/factorize.hpp>

/// Orthogonal decompositions of matrices, by cuSOLVER on GPUs and by OpenBLAS on the CPU, both
/// loaded at first use. Element types are as in solve.hpp. As in NumPy, an array of more than two
/// dimensions holds one matrix for each index of the leading dimensions. Results have the same
/// leading dimensions.
namespace glint {

/// A = Q * R. The columns of Q are orthonormal, and R is upper triangular.
template <class T>
struct QrFactors {
    Array<T> q, r;
};

/// A = V * diag(values) * V^H. The columns of `vectors` are orthonormal; the values ascend.
template <class T>
struct Eigensystem {
    Array<typename detail::RealOf<T>::Type> values;
    Array<T> vectors;
};

/// A = U * diag(values) * V^H. The columns of `u` and the rows of `vh` are orthonormal. The values
/// descend and are not negative.
template <class T>
struct SingularValues {
    Array<T> u;
    Array<typename detail::RealOf<T>::Type> values;
    Array<T> vh;
};

/// Determines which singular values are treated as 0.
struct CutoffOptions {
    /// Singular values below this fraction of the largest singular value are treated as 0. The
    /// default 0 selects the machine epsilon of the type times the longer side of the matrix.
    double cutoff = 0;
};
using LeastSquaresOptions = CutoffOptions;

namespace detail {

/// Returns singular values and vectors of matrices in Fortran order, which must have at least as
/// many rows as columns. All results are in Fortran order, too. Overwrites the matrices, and waits.
template <class T>
SingularValues<T> svd_of_columns(Array<T> columns) {
    const Shape leading = leading_of(columns.shape());
    const std::size_t n = columns.shape()[leading.rank()], m = columns.shape()[leading.rank() + 1];
    Stream& stream = columns.stream();
    SingularValues<T> result{
        .u = Array<T>(stream, append_to_leading(leading, {n, m})),
        .values = Array<typename RealOf<T>::Type>(stream, append_to_leading(leading, {n})),
        .vh = Array<T>(stream, append_to_leading(leading, {n, n}))};
    if (columns.empty()) return result;
    Array<int> info(stream, leading);
    lapack_library_of(stream.device())
        .svd(stream, column_matrix(columns), result.values.data(), column_matrix(result.u),
             column_matrix(result.vh), info.data());
    if (const Failure failure = failure_in(info); failure.info != 0)
        refuse_unconverged("the singular values", append_to_leading(leading, {m, n}), failure);
    return result;
}

/// Returns 1 / values, or 0 for values below the cutoff.
template <class Real>
auto inverted(const Array<Real>& values, std::size_t longer_side, const CutoffOptions& options) {
    const auto cutoff = static_cast<Real>(
        cutoff_of(longer_side, std::numeric_limits<Real>::epsilon(), options.cutoff));
    return where(values > values(ellipsis, slice(0, 1)) * cutoff, Real(1) / values, Real(0));
}

}  // namespace detail

/// The QR decomposition A = Q * R. Q has min(m, n) columns for an m x n matrix A. Does not wait.
/// Throws Error(invalid_argument) for arrays of fewer than two dimensions.
template <ArrayLike A>
auto qr(const A& matrix) {
    using T = detail::Solved<detail::ElementOf<A>>;
    detail::check_matrix(shape_of(matrix));
    Array<T> columns = detail::columns_of<T>(matrix);
    const Shape leading = detail::leading_of(columns.shape());
    const std::size_t n = columns.shape()[leading.rank()], m = columns.shape()[leading.rank() + 1];
    const std::size_t k = std::min(m, n);
    Stream& stream = columns.stream();
    Array<T> q(stream, detail::append_to_leading(leading, {k, m}));
    if (q.empty())
        return QrFactors<T>{detail::from_columns(std::move(q)),
                            Array<T>(stream, detail::append_to_leading(leading, {k, n}))};
    Array<int> info(stream, leading);
    detail::lapack_library_of(stream.device())
        .qr(stream, detail::column_matrix(columns), detail::column_matrix(q), info.data());
    const auto rows = detail::swapped(std::as_const(columns).view());
    const auto upper = rows(ellipsis, slice(0, static_cast<long>(k)), slice());
    return QrFactors<T>{detail::from_columns(std::move(q)), detail::triangle_of<false>(upper)};
}

/// The eigenvalues and eigenvectors of symmetric (or Hermitian) matrices. Reads only the lower
/// triangle, and waits for the result. Throws Error(invalid_argument) unless the matrices are
/// square, and Error(bad_input) if the method does not converge.
template <ArrayLike A>
auto eigh(const A& matrix) {
    using T = detail::Solved<detail::ElementOf<A>>;
    detail::check_square(shape_of(matrix));
    Array<T> columns = detail::columns_of<T>(matrix);
    Stream& stream = columns.stream();
    const Shape leading = detail::leading_of(columns.shape());
    Array<typename detail::RealOf<T>::Type> values(
        stream, detail::append_to_leading(leading, {columns.shape()[leading.rank()]}));
    if (!columns.empty()) {
        Array<int> info(stream, leading);
        detail::lapack_library_of(stream.device())
            .eigen(stream, detail::column_matrix(columns), values.data(), info.data());
        if (const detail::Failure failure = detail::failure_in(info); failure.info != 0)
            detail::refuse_unconverged("the eigenvalues", columns.shape(), failure);
    }
    return Eigensystem<T>{std::move(values), detail::from_columns(std::move(columns))};
}

/// The min(m, n) singular values of each m x n matrix, and the singular vectors. Waits for the
/// result. Throws Error(invalid_argument) for arrays of fewer than two dimensions, and
/// Error(bad_input) if the method does not converge.
template <ArrayLike A>
auto svd(const A& matrix) {
    using T = detail::Solved<detail::ElementOf<A>>;
    const Shape shape = shape_of(matrix);
    detail::check_matrix(shape);
    if (shape[shape.rank() - 2] >= shape[shape.rank() - 1]) {
        auto result = detail::svd_of_columns(detail::columns_of<T>(matrix));
        result.u = detail::from_columns(std::move(result.u));
        result.vh = detail::from_columns(std::move(result.vh));
        return result;
    }
    // In Fortran order, the memory of a wide matrix holds its transpose, (V^H)^T * S * U^T. The
    // results for the transpose are in Fortran order, too. Read in C order, they are transposed
    // again, so `u` is the vh of the wide matrix, and `vh` is its u.
    const auto rows = detail::view_or_copy<T>(matrix, [](const auto&) { return true; });
    auto result = detail::svd_of_columns(Array<T>(rows));
    std::swap(result.u, result.vh);
    return result;
}

/// Returns the x that minimizes |A x - b|, for a vector b or for each column of a matrix. If
/// several x minimize it, returns the shortest. Uses singular values, so A may have any rank and
/// any shape. Waits for the result. Leading dimensions broadcast as in `solve`. Throws like `svd`,
/// and Error(invalid_argument), with both shapes, if A and b do not match.
template <ArrayLike A, ArrayLike B>
auto least_squares(const A& a, const B& b, const LeastSquaresOptions& options = {}) {
    using T = detail::Solved<detail::Common<detail::ElementOf<A>, detail::ElementOf<B>>>;
    const Shape shape = shape_of(a), right_side = shape_of(b);
    detail::check_matrix(shape);
    (void)detail::solved_shape(shape, right_side);
    const auto parts = svd(cast<T>(a));
    const auto inverse = detail::inverted(parts.values, detail::longer_side(shape), options);
    const Array<T> along = matmul(detail::adjoint(parts.u.view()), cast<T>(b));
    const auto back = detail::adjoint(parts.vh.view());
    if (right_side.rank() == 1) return matvec(back, along * inverse);
    return matmul(back, along * Array(inverse)(ellipsis, newaxis));
}

/// The Moore-Penrose inverse V * diag(1 / values) * U^H, without the singular values below the
/// cutoff. Waits for the result. Throws like `svd`.
template <ArrayLike A>
auto pinv(const A& matrix, const CutoffOptions& options = {}) {
    const std::size_t side = detail::longer_side(shape_of(matrix));
    const auto parts = svd(matrix);
    const Array inverse(detail::inverted(parts.values, side, options));
    return matmul(detail::adjoint(parts.vh.view()) * inverse(ellipsis, newaxis, slice()),
                  detail::adjoint(parts.u.view()));
}

}  // namespace glint
