// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/factorize.hpp>

/// Systems of linear equations, by cuSOLVER on GPUs and by OpenBLAS on the CPU, both loaded at
/// first use. Matrices have float, double or complex elements; narrower types are converted to
/// float, integers to double. Arguments may be expressions, and are not modified.
///
/// As in NumPy, an array of more than two dimensions holds one matrix for each index of its leading
/// dimensions. If a matrix cannot be factorized, the error message gives the index of the first
/// such matrix.
namespace glint {

/// The LU factors P * L * U of square matrices, for solving with several right-hand sides.
template <class T>
class LuFactors {
public:
    using Element = T;

    /// Factorizes the matrices and waits. Throws Error(invalid_argument) unless they are square.
    template <ArrayLike A>
    explicit LuFactors(const A& matrix) {
        detail::check_square(shape_of(matrix));
        factors_ = detail::columns_of<T>(matrix);
        Shape rows = detail::leading_of(factors_.shape());
        Array<int> info(factors_.stream(), rows);
        rows.append(factors_.shape()[factors_.rank() - 1]);
        pivots_ = Array<std::int64_t>(factors_.stream(), rows);
        if (factors_.empty()) return;
        library().lu(factors_.stream(), detail::column_matrix(factors_), pivots_.view(),
                     info.data());
        failure_ = detail::failure_in(info);
    }

    /// The index, counted from 1, of the first pivot that is 0. Returns 0 if all pivots are
    /// nonzero. For several matrices, refers to the first matrix with such a pivot.
    int zero_pivot() const noexcept { return failure_.info; }

    /// Solves A x = b for a vector b or for the columns of a matrix, queued on the stream of A. If
    /// A has several matrices, b is one vector for all of them, or an array of matrices whose
    /// leading dimensions broadcast to those of A. If A is a single matrix, b may have any number
    /// of matrices. Throws Error(invalid_argument) with the pivot's index if a matrix is singular,
    /// and with both shapes if A and b do not match.
    template <ArrayLike B>
    Array<T> solve(const B& b) const {
        const Shape right_side = shape_of(b);
        detail::check_right_side(factors_.shape(), right_side);
        if (zero_pivot() != 0) detail::refuse_singular(factors_.shape(), failure_);
        Array<T> x = detail::right_side_of<T>(factors_.shape(), b);
        if (!x.empty()) solve_in_place(x);
        return detail::from_right_side(std::move(x), right_side.rank() == 1);
    }

    /// The inverse matrix. Prefer `solve`, which is faster and more accurate. Throws like `solve`.
    Array<T> inverse() const {
        return solve(eye<T>(factors_.stream(), factors_.shape()[factors_.rank() - 1]));
    }

    /// The determinant: 0 for a singular matrix, 1 for an empty matrix. Waits for the result.
    /// Overflows if the product of the pivots overflows. Throws Error(invalid_argument) for several
    /// matrices; `det` supports them.
    T determinant() const {
        if (factors_.rank() != 2) detail::refuse_determinant(factors_.shape());
        if (factors_.empty()) return T(1);
        T product(1);
        for (const T& value : diagonal(factors_).to_vector()) product *= value;
        const auto rows = pivots_.to_vector();
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i] != static_cast<std::int64_t>(i) + 1) product = -product;
        return product;
    }

    /// The factors in the format of LAPACK's getrf: U on and above the diagonal, and L below the
    /// diagonal. The diagonal elements of L, which are 1, are not stored. Row i was swapped with
    /// row `pivots[i]`, counted from 1.
    ArrayView<const T> packed() const { return detail::swapped(factors_.view()); }
    ArrayView<const std::int64_t> pivots() const { return pivots_.view(); }

private:
    detail::LapackLibrary& library() const {
        return detail::lapack_library_of(factors_.stream().device());
    }
    void solve_in_place(Array<T>& x) const {
        const detail::ColumnMatrix factors = detail::column_matrix(factors_);
        Array<int> info(factors_.stream(), Shape(static_cast<std::size_t>(factors.batches)));
        detail::joined(factors_.stream(), factors_.view(), std::as_const(x).view(), [&] {
            library().lu_solve(factors_.stream(), factors, pivots_.view(),
                               detail::right_side_matrix(x, factors.batches), info.data());
        });
    }

    Array<T> factors_;  // in Fortran order
    Array<std::int64_t> pivots_;
    detail::Failure failure_;
};

template <ArrayLike A>
LuFactors(const A&) -> LuFactors<detail::Solved<detail::ElementOf<A>>>;

/// Cholesky factors L * L^H of symmetric (or Hermitian) positive definite matrices. A Cholesky
/// factorization takes half the time of LU, and reads only the lower triangle.
template <class T>
class CholeskyFactor {
public:
    using Element = T;

    /// Factorizes the matrices and waits. Throws Error(invalid_argument) unless the matrices are
    /// square, and, with the pivot's index, if a matrix is not positive definite.
    template <ArrayLike A>
    explicit CholeskyFactor(const A& matrix) {
        detail::check_square(shape_of(matrix));
        factor_ = detail::columns_of<T>(matrix);
        if (factor_.empty()) return;
        Array<int> info(factor_.stream(), detail::leading_of(factor_.shape()));
        library().cholesky(factor_.stream(), detail::column_matrix(factor_), info.data());
        const detail::Failure failure = detail::failure_in(info);
        if (failure.info != 0) detail::refuse_indefinite(factor_.shape(), failure);
    }

    /// L, with zeros above its diagonal.
    Array<T> lower() const { return detail::triangle_of<true>(detail::swapped(factor_.view())); }

    /// Solves A x = b, queued on the stream of A. b is as in LuFactors::solve. Throws
    /// Error(invalid_argument) with both shapes if A and b do not match.
    template <ArrayLike B>
    Array<T> solve(const B& b) const {
        const Shape right_side = shape_of(b);
        detail::check_right_side(factor_.shape(), right_side);
        Array<T> x = detail::right_side_of<T>(factor_.shape(), b);
        if (!x.empty()) solve_in_place(x);
        return detail::from_right_side(std::move(x), right_side.rank() == 1);
    }

private:
    detail::LapackLibrary& library() const {
        return detail::lapack_library_of(factor_.stream().device());
    }
    void solve_in_place(Array<T>& x) const {
        const detail::ColumnMatrix factor = detail::column_matrix(factor_);
        Array<int> info(factor_.stream(), Shape(static_cast<std::size_t>(factor.batches)));
        detail::joined(factor_.stream(), factor_.view(), std::as_const(x).view(), [&] {
            library().cholesky_solve(factor_.stream(), factor,
                                     detail::right_side_matrix(x, factor.batches), info.data());
        });
    }

    Array<T> factor_;  // in Fortran order
};

template <ArrayLike A>
CholeskyFactor(const A&) -> CholeskyFactor<detail::Solved<detail::ElementOf<A>>>;

// All functions below wait, and throw like the classes above.

/// Solves A x = b for a vector b or for the columns of a matrix. If b has matrices, the leading
/// dimensions of A and b broadcast.
template <ArrayLike A, ArrayLike B>
auto solve(const A& a, const B& b) {
    using T = detail::Solved<detail::Common<detail::ElementOf<A>, detail::ElementOf<B>>>;
    const Shape shape = shape_of(a);
    detail::check_square(shape);
    const Shape all = detail::solved_shape(shape, shape_of(b));
    const auto matrix = detail::view_or_copy<T>(a, [](const detail::Layout&) { return true; });
    return LuFactors<T>(shape.rank() == 2 ? matrix : broadcast_to(matrix, all)).solve(b);
}

template <ArrayLike A>
auto inverse(const A& a) {
    return LuFactors(a).inverse();
}

/// The determinant of a single matrix on the host; `det` returns an array.
template <ArrayLike A>
auto determinant(const A& a) {
    return LuFactors(a).determinant();
}

/// Returns the lower triangular L with L * L^H = A.
template <ArrayLike A>
auto cholesky(const A& a) {
    return CholeskyFactor(a).lower();
}

}  // namespace glint
