#pragma once

#include <glint/algorithms/blas_library.hpp>
#include <glint/algorithms/matrix_type.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/views.hpp>

/// Products of matrices and vectors, by cuBLAS on GPUs and by OpenBLAS on the CPU, both loaded when
/// first used. All are queued on the stream of their first argument. Arguments may be expressions;
/// matrices and transposed ones are read where they lie.
namespace glint {
namespace detail {

/// What the product of these is. Throws Error(invalid_argument), naming both, if there is none.
Shape matmul_shape(const Shape& a, const Shape& b);

/// Whether libraries take matrices, vectors, that lie so.
bool lies_as_matrix(const Layout& layout);
bool lies_as_vector(const Layout& layout);

/// Queues the product of arrays that lie so into `c`, in C's order.
void matmul(Stream& stream, MatrixType type, const Elements& c, const Elements& a,
            const Elements& b);
void dot(Stream& stream, MatrixType type, void* result, const Elements& x, const Elements& y);

/// Of the type of the elements that a product computes in.
template <class A, class B>
using Multiplied =
    std::conditional_t<std::is_same_v<ElementOf<A>, ElementOf<B>> && kIsNarrow<ElementOf<A>>,
                       ElementOf<A>, Solved<Common<ElementOf<A>, ElementOf<B>>>>;

template <class T>
Elements elements_of(const ArrayView<const T>& view) {
    return {const_cast<T*>(view.data()), view.layout(), sizeof(T)};
}

/// Lets the first stream wait for the second's array, and at the end the second for the first.
template <class T, class Work>
void joined(const ArrayView<const T>& a, const ArrayView<const T>& b, Work&& work) {
    OperandList operands;
    a.collect(operands);
    b.collect(operands);
    JoinedStreams streams(a.stream(), operands);
    work();
    streams.release();
}

template <class T, ArrayLike A, ArrayLike B>
Array<T> multiplied(const A& a, const B& b) {
    const Shape shape = matmul_shape(shape_of(a), shape_of(b));
    const auto left = view_or_copy<T>(a, lies_as_matrix);
    const auto right = view_or_copy<T>(b, lies_as_matrix);
    Array<T> result(left.stream(), shape);
    joined(left, right, [&] {
        matmul(left.stream(), matrix_type<T>(), {result.data(), result.view().layout(), sizeof(T)},
               elements_of(left), elements_of(right));
    });
    return result;
}

[[noreturn]] void refuse_dot(const Shape& x, const Shape& y);

}  // namespace detail

/// The sum of x[i] * y[i] of two vectors, as an array of one element; conj(x) makes it the inner
/// product of complex ones. 0 for empty ones. Throws Error(invalid_argument) for other shapes.
template <ArrayLike A, ArrayLike B>
auto dot(const A& x, const B& y) {
    using T = detail::Solved<detail::Common<detail::ElementOf<A>, detail::ElementOf<B>>>;
    if (shape_of(x).rank() != 1 || shape_of(x) != shape_of(y))
        detail::refuse_dot(shape_of(x), shape_of(y));
    const auto left = detail::view_or_copy<T>(x, detail::lies_as_vector);
    const auto right = detail::view_or_copy<T>(y, detail::lies_as_vector);
    Array<T> result(left.stream(), Shape());
    detail::joined(left, right, [&] {
        detail::dot(left.stream(), detail::matrix_type<T>(), result.data(),
                    detail::elements_of(left), detail::elements_of(right));
    });
    return result;
}

/// The product of the last two dimensions of each, (..., m, k) and (..., k, n), for all that the
/// others broadcast to, by NumPy's rule: one dimension is a row on the left and a column on the
/// right, and none in the result. The elements have the type of their sum; halves stay halves,
/// added up in float, and integers are multiplied in double.
/// Throws Error(invalid_argument), naming both shapes, for what has no product.
template <ArrayLike A, ArrayLike B>
auto matmul(const A& a, const B& b) {
    using T = detail::Multiplied<A, B>;
    if constexpr (detail::kIsNarrow<T>) {
        const auto shape = detail::matmul_shape(shape_of(a), shape_of(b));
        detail::OperandList operands;
        detail::node_of(a).collect(operands);
        const Device& device = operands.streams()[0]->device();
        if (!detail::blas_library_of(device).takes(detail::matrix_type<T>()))
            return Array<T>(cast<T>(detail::multiplied<float>(a, b)));
    }
    return detail::multiplied<T>(a, b);
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
    if (column.rank() != 1 || row.rank() != 1) detail::refuse_dot(column.shape(), row.shape());
    return column(slice(), newaxis) * row(newaxis, slice());
}

}  // namespace glint
