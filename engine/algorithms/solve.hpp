#pragma once

#include <glint/algorithms/detail/factorise.hpp>

/// Systems of linear equations, by cuSOLVER on GPUs and by OpenBLAS on the CPU, both loaded when
/// first used. Matrices have float, double or complex elements; narrower ones are taken as float,
/// integers as double. Arguments may be expressions, and are left as they are.
namespace glint {

/// A square matrix as P * L * U, for systems of equations with several right sides.
template <class T>
class LuFactors {
public:
    using Element = T;

    /// Waits. Throws Error(invalid_argument) for what is no square matrix.
    template <ArrayLike A>
    explicit LuFactors(const A& matrix) {
        detail::check_square(shape_of(matrix));
        factors_ = detail::columns_of<T>(matrix);
        if (factors_.empty()) return;
        Array<int> info(factors_.stream(), Shape(1));
        pivots_ = Array<std::int64_t>(factors_.stream(), Shape(factors_.shape()[0]));
        library().lu(factors_.stream(), detail::column_matrix(factors_), pivots_.data(),
                     info.data());
        zero_pivot_ = info.item();
    }

    /// The first pivot that is 0, counted from 1; 0 if there is none, as for regular matrices.
    int zero_pivot() const noexcept { return zero_pivot_; }

    /// x with A x = b for a vector b or for the columns of a matrix, queued on the stream of A.
    /// Throws Error(invalid_argument) with the pivot's number if the matrix is singular, and with
    /// both shapes if they do not fit.
    template <ArrayLike B>
    Array<T> solve(const B& b) const {
        detail::check_right_side(factors_.shape(), shape_of(b));
        if (zero_pivot_ != 0) detail::refuse_singular(factors_.shape(), zero_pivot_);
        Array<T> x = detail::columns_of<T>(b);
        if (x.empty()) return detail::from_columns(std::move(x));
        Array<int> info(factors_.stream(), Shape(1));
        detail::joined(factors_.stream(), factors_.view(), std::as_const(x).view(), [&] {
            library().lu_solve(factors_.stream(), detail::column_matrix(factors_), pivots_.data(),
                               detail::column_matrix(x), info.data());
        });
        return detail::from_columns(std::move(x));
    }

    /// Throws as `solve`, which is faster and more precise where x is what is looked for.
    Array<T> inverse() const { return solve(eye<T>(factors_.stream(), factors_.shape()[0])); }

    /// 0 for a singular matrix, 1 for an empty one. Waits. Overflows where the product does.
    T determinant() const {
        if (factors_.empty()) return T(1);
        T product(1);
        for (const T& value : diagonal(factors_).to_vector()) product *= value;
        const auto rows = pivots_.to_vector();
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i] != static_cast<std::int64_t>(i) + 1) product = -product;
        return product;
    }

private:
    detail::LapackLibrary& library() const {
        return detail::lapack_library_of(factors_.stream().device());
    }

    Array<T> factors_;  // in Fortran's order
    Array<std::int64_t> pivots_;
    int zero_pivot_ = 0;
};

template <ArrayLike A>
LuFactors(const A&) -> LuFactors<detail::Solved<detail::ElementOf<A>>>;

/// A symmetric, or Hermitian, positive definite matrix as L * L^H, which takes half the time of LU.
/// Only the lower triangle of the matrix is read.
template <class T>
class CholeskyFactor {
public:
    using Element = T;

    /// Waits. Throws Error(invalid_argument) for what is no square matrix, and with the pivot's
    /// number for one that is not positive definite.
    template <ArrayLike A>
    explicit CholeskyFactor(const A& matrix) {
        detail::check_square(shape_of(matrix));
        factor_ = detail::columns_of<T>(matrix);
        if (factor_.empty()) return;
        Array<int> info(factor_.stream(), Shape(1));
        library().cholesky(factor_.stream(), detail::column_matrix(factor_), info.data());
        if (const int pivot = info.item()) detail::refuse_indefinite(factor_.shape(), pivot);
    }

    /// L, with zeros above its diagonal.
    Array<T> lower() const { return detail::triangle_of<true>(transposed(factor_)); }

    /// As LuFactors.
    template <ArrayLike B>
    Array<T> solve(const B& b) const {
        detail::check_right_side(factor_.shape(), shape_of(b));
        Array<T> x = detail::columns_of<T>(b);
        if (x.empty()) return detail::from_columns(std::move(x));
        Array<int> info(factor_.stream(), Shape(1));
        detail::joined(factor_.stream(), factor_.view(), std::as_const(x).view(), [&] {
            library().cholesky_solve(factor_.stream(), detail::column_matrix(factor_),
                                     detail::column_matrix(x), info.data());
        });
        return detail::from_columns(std::move(x));
    }

private:
    detail::LapackLibrary& library() const {
        return detail::lapack_library_of(factor_.stream().device());
    }

    Array<T> factor_;  // in Fortran's order
};

template <ArrayLike A>
CholeskyFactor(const A&) -> CholeskyFactor<detail::Solved<detail::ElementOf<A>>>;

// All wait, and throw as the classes above.

/// x with A x = b for a vector b or for the columns of a matrix.
template <ArrayLike A, ArrayLike B>
auto solve(const A& a, const B& b) {
    using T = detail::Solved<detail::Common<detail::ElementOf<A>, detail::ElementOf<B>>>;
    detail::check_square(shape_of(a));
    detail::check_right_side(shape_of(a), shape_of(b));
    return LuFactors<T>(a).solve(b);
}

template <ArrayLike A>
auto inverse(const A& a) {
    return LuFactors(a).inverse();
}

/// A value of the host's.
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
