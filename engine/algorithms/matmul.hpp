// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/blas_library.hpp>
#include <glint/algorithms/detail/matrix_type.hpp>
#include <glint/algorithms/detail/shared_elements.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/views.hpp>

/// Products of matrices and vectors, by cuBLAS on GPUs and by OpenBLAS on the CPU, both loaded when
/// first used. All are queued on the stream of their first argument. Arguments may be expressions;
/// matrices and transposed ones are read where they lie.
namespace glint {

/// What becomes of the array that a product is written to: alpha * a * b + beta * c. Where beta is
/// 0, c is not read.
struct MatmulOptions {
    double alpha = 1;
    double beta = 0;
};

namespace detail {

/// What the product of these is. Throws Error(invalid_argument), naming both, if there is none.
Shape matmul_shape(const Shape& a, const Shape& b);
/// Throws Error(invalid_argument), naming all, unless it is `c`.
void check_result(const Shape& a, const Shape& b, const Shape& c);

/// Whether libraries take matrices, vectors, that lie so.
bool lies_as_matrix(const Layout& layout);
bool lies_as_vector(const Layout& layout);

/// Queues the product of arrays that lie so and have elements into `c`.
/// Throws Error(invalid_argument) unless its rows are of neighbours.
void matmul(Stream& stream, MatrixType type, const Elements& c, const Elements& a,
            const Elements& b, const MatmulOptions& options);

/// The type of the elements that a product computes in.
template <class A, class B>
using Multiplied =
    std::conditional_t<std::is_same_v<ElementOf<A>, ElementOf<B>> && kIsNarrow<ElementOf<A>>,
                       ElementOf<A>, Solved<Common<ElementOf<A>, ElementOf<B>>>>;

/// Lets the stream wait for those of the arrays, and at the end those for it.
template <class T, class Work>
void joined(Stream& stream, const ArrayView<const T>& a, const ArrayView<const T>& b, Work&& work) {
    OperandList operands;
    a.collect(operands);
    b.collect(operands);
    JoinedStreams streams(stream, operands);
    work();
    streams.release();
}

template <class T>
void multiply_to(ArrayView<T> c, const ArrayView<const T>& a, const ArrayView<const T>& b,
                 const MatmulOptions& options) {
    check_result(a.shape(), b.shape(), c.shape());
    if (c.empty()) return;
    if (a.empty()) {  // sums of nothing
        if (options.beta == 0)
            c = T(0);
        else
            c = c * number_as<T>(options.beta);
        return;
    }
    joined(c.stream(), a, b, [&] {
        matmul(c.stream(), matrix_type<T>(), elements_of(c), elements_of(a), elements_of(b),
               options);
    });
}

template <class T, ArrayLike A, ArrayLike B>
Array<T> multiplied(const A& a, const B& b) {
    const Shape shape = matmul_shape(shape_of(a), shape_of(b));
    const auto left = view_or_copy<T>(a, lies_as_matrix);
    const auto right = view_or_copy<T>(b, lies_as_matrix);
    Array<T> result(left.stream(), shape);
    multiply_to(result.view(), left, right, {});
    return result;
}

/// Whether products of T are made in float and rounded, since the library has none.
template <class T>
bool is_made_in_float(const Device& device) {
    if constexpr (kIsNarrow<T>) return !blas_library_of(device).takes(matrix_type<T>());
    return false;
}

template <ArrayLike A>
const Device& device_of(const A& array) {
    OperandList operands;
    node_of(array).collect(operands);
    return operands.streams()[0]->device();
}

[[noreturn]] void refuse_outer(const Shape& x, const Shape& y);

}  // namespace detail

/// The product of the last two dimensions of each, (..., m, k) and (..., k, n), for all that the
/// others broadcast to, by NumPy's rule: one dimension is a row on the left and a column on the
/// right, and none in the result. The elements have the type of their sum; halves stay halves,
/// added up in float, and integers are multiplied in double.
/// Throws Error(invalid_argument), naming both shapes, for what has no product.
template <ArrayLike A, ArrayLike B>
auto matmul(const A& a, const B& b) {
    using T = detail::Multiplied<A, B>;
    if constexpr (detail::kIsNarrow<T>) {
        if (detail::is_made_in_float<T>(detail::device_of(a)))
            return Array<T>(cast<T>(detail::multiplied<float>(a, b)));
    }
    return detail::multiplied<T>(a, b);
}

/// Queues the product into an array or a view that is there, on its stream; a and b are taken as
/// its type. The elements of one of its rows are neighbours. Throws Error(invalid_argument), naming
/// all shapes, if it has another one, and naming the factor if that is an array or a view with
/// elements of the result; an expression of them is none.
template <ArrayLike A, ArrayLike B, detail::Writable C>
void matmul(const A& a, const B& b, C&& result, const MatmulOptions& options = {}) {
    using T = typename std::remove_cvref_t<C>::Element;
    ArrayView<T> c = detail::view_of(result);
    detail::check_apart(c, a, "the left factor");
    detail::check_apart(c, b, "the right factor");
    static_assert(std::is_same_v<T, detail::Solved<T>> || detail::kIsNarrow<T>,
                  "the elements must be floating-point or complex numbers");
    if constexpr (detail::kIsNarrow<T>) {
        if (detail::is_made_in_float<T>(c.stream().device())) {
            const auto product = detail::multiplied<float>(a, b);
            const auto alpha = static_cast<float>(options.alpha);
            const auto beta = static_cast<float>(options.beta);
            if (options.beta == 0)
                c = cast<T>(product * alpha);
            else
                c = cast<T>(product * alpha + cast<float>(c) * beta);
            return;
        }
    }
    detail::multiply_to(c, detail::view_or_copy<T>(a, detail::lies_as_matrix),
                        detail::view_or_copy<T>(b, detail::lies_as_matrix), options);
}

/// The product of matrices (..., m, k) with vectors (..., k). Throws as `matmul`.
template <ArrayLike A, ArrayLike B>
auto matvec(const A& a, const B& x) {
    using T = detail::Multiplied<A, B>;
    const auto column = detail::view_or_copy<T>(x, [](const auto&) { return true; });
    return Array<T>(squeezed(matmul(a, column(ellipsis, newaxis)), -1));
}

/// x[i] * y[j] of two vectors, as an expression.
/// Throws Error(invalid_argument) for other shapes.
template <ArrayLike A, ArrayLike B>
auto outer(const A& x, const B& y) {
    const auto column = detail::view_or_copy<detail::ElementOf<A>>(x, detail::lies_as_vector);
    const auto row = detail::view_or_copy<detail::ElementOf<B>>(y, detail::lies_as_vector);
    if (column.rank() != 1 || row.rank() != 1) detail::refuse_outer(column.shape(), row.shape());
    return column(slice(), newaxis) * row(newaxis, slice());
}

}  // namespace glint
