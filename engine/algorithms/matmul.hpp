// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/blas_library.hpp>
#include <glint/algorithms/detail/matrix_type.hpp>
#include <glint/algorithms/detail/shared_elements.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/views.hpp>

/// Products of matrices and vectors, by cuBLAS on GPUs and by OpenBLAS on the CPU, both loaded at
/// first use. All products are queued on the stream of their first argument. Arguments may be
/// expressions; matrices and transposed matrices are read in place.
namespace glint {

/// The update of the result: alpha * a * b + beta * c. If beta is 0, c is not read.
struct MatmulOptions {
    double alpha = 1;
    double beta = 0;
};

namespace detail {

/// Returns the shape of the product. Throws Error(invalid_argument), with both shapes, if the
/// arrays cannot be multiplied.
Shape matmul_shape(const Shape& a, const Shape& b);
/// Throws Error(invalid_argument) unless the product has the shape of `c`. The message lists all
/// shapes.
void check_result(const Shape& a, const Shape& b, const Shape& c);

/// True if the library accepts matrices, or vectors, with this layout.
bool is_matrix_layout(const Layout& layout);
bool is_vector_layout(const Layout& layout);

/// Queues writing the product to `c`. The arrays must be nonempty, and the library must accept the
/// layouts of `a` and `b`. Throws Error(invalid_argument) unless the elements of a row of `c` are
/// adjacent.
void matmul(Stream& stream, MatrixType type, const Elements& c, const Elements& a,
            const Elements& b, const MatmulOptions& options);

/// The element type in which a product is computed.
template <class A, class B>
using Multiplied =
    std::conditional_t<std::is_same_v<ElementOf<A>, ElementOf<B>> && kIsNarrow<ElementOf<A>>,
                       ElementOf<A>, Solved<Common<ElementOf<A>, ElementOf<B>>>>;

/// Makes the stream wait for the streams of the arrays, and calls `work`. The streams of the arrays
/// then wait for that work.
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
    if (a.empty()) {  // sums without terms: the product is 0
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
    const auto left = view_or_copy<T>(a, is_matrix_layout);
    const auto right = view_or_copy<T>(b, is_matrix_layout);
    Array<T> result(left.stream(), shape);
    multiply_to(result.view(), left, right, {});
    return result;
}

/// True if products of T are computed in float and rounded, because the library does not support T.
template <class T>
bool is_computed_in_float(const Device& device) {
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

/// The matrix product over the last two dimensions, (..., m, k) and (..., k, n). The other
/// dimensions broadcast by NumPy's rule. A one-dimensional left argument is a row, and a
/// one-dimensional right argument is a column; the result omits that dimension. The result has the
/// common element type. Products of halves are accumulated in float and returned as halves;
/// integers are multiplied in double. Throws Error(invalid_argument), with both shapes, if the
/// shapes do not match.
template <ArrayLike A, ArrayLike B>
auto matmul(const A& a, const B& b) {
    using T = detail::Multiplied<A, B>;
    if constexpr (detail::kIsNarrow<T>) {
        if (detail::is_computed_in_float<T>(detail::device_of(a)))
            return Array<T>(cast<T>(detail::multiplied<float>(a, b)));
    }
    return detail::multiplied<T>(a, b);
}

/// Queues writing the product to an existing array or view, on the stream of that array. a and b
/// are converted to the element type of the result. Elements within a row of the result must be
/// adjacent. Throws Error(invalid_argument), with all shapes, if the result has a different shape
/// than the product. Also throws if a factor is an array or a view that shares elements with the
/// result; expressions are copied first.
template <ArrayLike A, ArrayLike B, detail::Writable C>
void matmul(const A& a, const B& b, C&& result, const MatmulOptions& options = {}) {
    using T = typename std::remove_cvref_t<C>::Element;
    ArrayView<T> c = detail::view_of(result);
    detail::check_disjoint(c, a, "the left factor");
    detail::check_disjoint(c, b, "the right factor");
    static_assert(std::is_same_v<T, detail::Solved<T>> || detail::kIsNarrow<T>,
                  "the elements must be floating-point or complex numbers");
    if constexpr (detail::kIsNarrow<T>) {
        if (detail::is_computed_in_float<T>(c.stream().device())) {
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
    detail::multiply_to(c, detail::view_or_copy<T>(a, detail::is_matrix_layout),
                        detail::view_or_copy<T>(b, detail::is_matrix_layout), options);
}

/// The product of matrices (..., m, k) with vectors (..., k). Throws like `matmul`.
template <ArrayLike A, ArrayLike B>
auto matvec(const A& a, const B& x) {
    using T = detail::Multiplied<A, B>;
    const auto column = detail::view_or_copy<T>(x, [](const auto&) { return true; });
    return Array<T>(squeezed(matmul(a, column(ellipsis, newaxis)), -1));
}

/// Returns x[i] * y[j] as an expression. Throws Error(invalid_argument) unless x and y are vectors.
template <ArrayLike A, ArrayLike B>
auto outer(const A& x, const B& y) {
    const auto column = detail::view_or_copy<detail::ElementOf<A>>(x, detail::is_vector_layout);
    const auto row = detail::view_or_copy<detail::ElementOf<B>>(y, detail::is_vector_layout);
    if (column.rank() != 1 || row.rank() != 1) detail::refuse_outer(column.shape(), row.shape());
    return column(slice(), newaxis) * row(newaxis, slice());
}

}  // namespace glint
