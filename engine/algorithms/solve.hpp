// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/factorise.hpp>

/// Systems of linear equations, by cuSOLVER on GPUs and by OpenBLAS on the CPU, both loaded when
/// first used. Matrices have float, double or complex elements; narrower ones are taken as float,
/// integers as double. Arguments may be expressions, and are left as they are.
///
/// An array of more than two dimensions is several matrices, in its last two dimensions, as for
/// NumPy. Messages name the first one that fails by its index.
namespace glint {

/// Square matrices as P * L * U, for systems of equations with several right sides.
template <class T>
class LuFactors {
public:
    using Element = T;

    /// Waits. Throws Error(invalid_argument) for what are no square matrices.
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

    /// The first pivot that is 0, counted from 1; 0 if there is none, as for regular matrices. Of
    /// several matrices, that of the first one that has such a pivot.
    int zero_pivot() const noexcept { return failure_.info; }

    /// x with A x = b for a vector b or for the columns of a matrix, queued on the stream of A. Of
    /// several matrices b is a vector for all of them, or as many matrices, up to broadcasting; one
    /// matrix takes the columns of any number of them.
    /// Throws Error(invalid_argument) with the pivot's number if a matrix is singular, and with
    /// both shapes if they do not fit.
    template <ArrayLike B>
    Array<T> solve(const B& b) const {
        const Shape right_side = shape_of(b);
        detail::check_right_side(factors_.shape(), right_side);
        if (zero_pivot() != 0) detail::refuse_singular(factors_.shape(), failure_);
        Array<T> x = detail::right_side_of<T>(factors_.shape(), b);
        if (!x.empty()) solve_in_place(x);
        return detail::from_right_side(std::move(x), right_side.rank() == 1);
    }

    /// Throws as `solve`, which is faster and more precise where x is what is looked for.
    Array<T> inverse() const {
        return solve(eye<T>(factors_.stream(), factors_.shape()[factors_.rank() - 1]));
    }

    /// 0 for a singular matrix, 1 for an empty one. Waits. Overflows where the product does.
    /// Throws Error(invalid_argument) for several matrices, of which `det` makes an array.
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

    /// The factors as LAPACK's getrf has them: U from the diagonal on, and below it L without its
    /// ones; and for each row the one that it was swapped with, counted from 1.
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

    Array<T> factors_;  // in Fortran's order
    Array<std::int64_t> pivots_;
    detail::Failure failure_;
};

template <ArrayLike A>
LuFactors(const A&) -> LuFactors<detail::Solved<detail::ElementOf<A>>>;

/// Symmetric, or Hermitian, positive definite matrices as L * L^H, which takes half the time of LU.
/// Only the lower triangle of a matrix is read.
template <class T>
class CholeskyFactor {
public:
    using Element = T;

    /// Waits. Throws Error(invalid_argument) for what are no square matrices, and with the pivot's
    /// number for one that is not positive definite.
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

    /// x with A x = b for a b as LuFactors::solve takes it, queued on the stream of A.
    /// Throws Error(invalid_argument) with both shapes if they do not fit.
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

    Array<T> factor_;  // in Fortran's order
};

template <ArrayLike A>
CholeskyFactor(const A&) -> CholeskyFactor<detail::Solved<detail::ElementOf<A>>>;

// All wait, and throw as the classes above.

/// x with A x = b for a vector b or for the columns of a matrix. Leading dimensions of the matrices
/// and of a b that is no vector broadcast.
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

/// A value of the host's, of one matrix; `det` gives an array.
template <ArrayLike A>
auto determinant(const A& a) {
    return LuFactors(a).determinant();
}

/// The lower triangular L with L * L^H = A.
template <ArrayLike A>
auto cholesky(const A& a) {
    return CholeskyFactor(a).lower();
}

}  // namespace glint
