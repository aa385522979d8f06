// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <utility>

#include <glint/algorithms/detail/gradient_steps.hpp>
#include <glint/algorithms/sparse.hpp>

namespace glint {

/// Queues computing y = A * x on the stream of y. Both arrays are contiguous.
template <class T>
using LinearOperator = std::function<void(const ArrayView<const T>& x, const ArrayView<T>& y)>;

/// A callable with the signature of LinearOperator.
template <class F, class T>
concept LinearOperation = std::invocable<const F&, const ArrayView<const T>&, const ArrayView<T>&>;

/// Approximates the inverse of the matrix of a linear system by 1 / diagonal (Jacobi).
template <class T>
class DiagonalPreconditioner {
public:
    /// Throws Error(invalid_argument) if the diagonal is not a vector. Elements that are 0 are
    /// replaced by 1.
    explicit DiagonalPreconditioner(const ArrayView<const T>& diagonal)
        : inverse_(where(diagonal == T(0), T(1), T(1) / diagonal)) {
        detail::check_vector(diagonal.shape());
    }
    explicit DiagonalPreconditioner(const SparseMatrix<T>& matrix)
        : DiagonalPreconditioner(matrix.diagonal().view().as_const()) {}

    const Array<T>& inverse() const noexcept { return inverse_; }

private:
    Array<T> inverse_;
};

template <class T>
struct ConjugateGradientsOptions {
    /// The method has converged when the residual |b - A x| is at most this fraction of |b|.
    double tolerance = 1e-6;
    std::size_t max_iterations = 0;  ///< 0 means the number of unknowns
    /// Iterations between convergence checks. In each check, the host waits for the residual.
    std::size_t check_every = 16;
    const DiagonalPreconditioner<T>* preconditioner = nullptr;
    /// The starting value of x; zeros if empty.
    std::optional<ArrayView<const T>> start{};
};

template <class T>
struct ConjugateGradients {
    Array<T> x;
    std::size_t iterations = 0;
    /// |b - A x| / |b|, where the residual b - A x comes from the method's recurrence. Near the
    /// precision of T, rounding errors make this value differ from the true residual.
    double residual = 0;
    bool has_converged = false;
};

namespace detail {

template <class T>
void check(const ArrayView<const T>& b, const ConjugateGradientsOptions<T>& options) {
    check_gradients(b.shape(), options.start ? options.start->shape() : b.shape(),
                    options.preconditioner ? options.preconditioner->inverse().shape() : b.shape(),
                    options.check_every);
}

/// The initial vectors of the method, and the inverse of the preconditioner's diagonal.
template <class T>
struct GradientArrays {
    Array<T> x, r, q, p, z;
    const T* inverse = nullptr;

    GradientArrays(const LinearOperator<T>& multiply, const ArrayView<const T>& b,
                   const ConjugateGradientsOptions<T>& options)
        : x(b.stream(), b.shape()), r(b), q(b.stream(), b.shape()) {
        x.view() = T(0);
        if (options.start) start_from(*options.start, multiply);
        if (options.preconditioner) {
            inverse = options.preconditioner->inverse().data();
            z = Array<T>(b.stream(), b.shape());
            p = r * options.preconditioner->inverse();
        } else {
            p = r.copy();
        }
    }

    GradientVectors vectors() {
        return {.x = x.data(),
                .r = r.data(),
                .p = p.data(),
                .q = q.data(),
                .z = inverse ? z.data() : r.data(),
                .inverse = inverse,
                .size = x.size()};
    }

private:
    void start_from(const ArrayView<const T>& start, const LinearOperator<T>& multiply) {
        x.view() = start;
        multiply(std::as_const(x).view(), q.view());
        r.view() = r - q;
    }
};

template <class T>
ConjugateGradients<T> conjugate_gradients(const LinearOperator<T>& multiply,
                                          const ArrayView<const T>& b,
                                          const ConjugateGradientsOptions<T>& options) {
    check(b, options);
    if (b.empty()) return {.x = Array<T>(b.stream(), b.shape()), .has_converged = true};
    GradientArrays<T> arrays(multiply, b, options);
    GradientSteps steps(b.stream(), matrix_type<T>(), arrays.vectors(), b.data());
    const GradientEnd end =
        steps.run({options.tolerance, options.max_iterations, options.check_every},
                  [&] { multiply(std::as_const(arrays.p).view(), arrays.q.view()); });
    return {.x = std::move(arrays.x),
            .iterations = end.iterations,
            .residual = end.residual,
            .has_converged = end.residual <= options.tolerance};
}

}  // namespace detail

/// Solves A x = b for a symmetric (or Hermitian) positive definite A that is given only by its
/// products with vectors. Each iteration needs one product and three passes over vectors. The host
/// reads numbers only to check convergence. The method is by Hestenes and Stiefel, "Methods of
/// conjugate gradients for solving linear systems" (1952). Runs are bit-identical if the products
/// are. Waits for the solution. Throws Error(invalid_argument) if sizes differ, and if a check
/// finds that A is not positive definite.
///
///     conjugate_gradients([&](const auto& x, const auto& y) { matmul(a, x, y); }, b)
template <class Multiply, ArrayLike B>
    requires LinearOperation<Multiply, detail::ElementOf<B>>
ConjugateGradients<detail::ElementOf<B>> conjugate_gradients(
    const Multiply& multiply, const B& b,
    const ConjugateGradientsOptions<detail::ElementOf<B>>& options = {}) {
    using T = detail::ElementOf<B>;
    return detail::conjugate_gradients(LinearOperator<T>(multiply),
                                       detail::view_or_copy<T>(b, detail::is_row_major), options);
}

/// Solves A x = b with a sparse matrix A.
template <class T, ArrayLike B>
ConjugateGradients<T> conjugate_gradients(const SparseMatrix<T>& matrix, const B& b,
                                          const ConjugateGradientsOptions<T>& options = {}) {
    detail::check_spmv(matrix.shape(), shape_of(b), shape_of(b));
    const LinearOperator<T> multiply = [&](const ArrayView<const T>& x, const ArrayView<T>& y) {
        spmv(matrix, x, y);
    };
    return detail::conjugate_gradients(multiply, detail::view_or_copy<T>(b, detail::is_row_major),
                                       options);
}

}  // namespace glint
