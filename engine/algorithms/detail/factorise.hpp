// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include <glint/algorithms/detail/lapack_library.hpp>
#include <glint/algorithms/matmul.hpp>
#include <glint/array/sequence.hpp>

/// What the headers of factorisations share.
namespace glint::detail {

// Throw Error(invalid_argument), with the shapes, for what has no matrices in its last two
// dimensions, for ones that are not square, and for right sides of another number of rows, or of
// leading dimensions that do not broadcast to those of the matrices.
void check_matrix(const Shape& shape);
void check_square(const Shape& shape);
void check_right_side(const Shape& matrix, const Shape& right_side);

/// The matrices' shape with the leading dimensions that theirs and the right side's broadcast to.
/// Throws Error(invalid_argument), with both shapes, if they do not.
Shape solved_shape(const Shape& matrix, const Shape& right_side);

/// The dimensions before the last two.
Shape leading_of(const Shape& shape);
/// These and others behind them.
Shape behind_leading(const Shape& leading, std::initializer_list<std::size_t> others);
/// The last two dimensions in the other order; fewer as they are.
Layout with_last_swapped(const Layout& layout);

std::size_t longer_side(const Shape& matrix);
/// The part of the largest singular value that others have to exceed: what is wanted, or
/// `precision` times the longer side if that is 0.
double cutoff_of(std::size_t longer_side, double precision, double wanted);

/// One of several matrices for which a library's `info` is not 0.
struct Failure {
    std::size_t matrix = 0;
    int info = 0;
};
/// The first such matrix, if there is one. Waits.
Failure failure_in(const Array<int>& info);

[[noreturn]] void refuse_singular(const Shape& shape, const Failure& failure);
[[noreturn]] void refuse_determinant(const Shape& shape);
[[noreturn]] void refuse_indefinite(const Shape& shape, const Failure& failure);
[[noreturn]] void refuse_unconverged(const char* what, const Shape& shape, const Failure& failure);

/// With rows as columns: as `transposed`, but of each matrix.
template <class T>
ArrayView<T> swapped(const ArrayView<T>& matrices) {
    return matrices.with(with_last_swapped(matrices.layout()));
}

/// A copy whose elements in C's order are those of the matrices in Fortran's.
template <class T, ArrayLike A>
Array<T> columns_of(const A& array) {
    return Array<T>(swapped(view_or_copy<T>(array, [](const Layout&) { return true; })));
}

/// The matrices that lie in such an array.
template <class T>
ColumnMatrix column_matrix(Array<T>& array) {
    const Shape& shape = array.shape();
    const std::size_t rank = shape.rank();
    return {.type = matrix_type<T>(),
            .rows = static_cast<std::int64_t>(shape[rank - 1]),
            .columns = static_cast<std::int64_t>(shape[rank - 2]),
            .data = array.data(),
            .batches = static_cast<std::int64_t>(leading_of(shape).size())};
}
template <class T>
ColumnMatrix column_matrix(const Array<T>& array) {
    return column_matrix(const_cast<Array<T>&>(array));  // of what is only read
}

/// Their elements in C's order again.
template <class T>
Array<T> from_columns(Array<T>&& columns) {
    return Array<T>(swapped(columns.view()));
}

/// A copy of right sides for matrices of this shape, in Fortran's order: a vector, or matrices
/// whose leading dimensions are those of the matrices, or any if there is one matrix only.
template <class T, ArrayLike B>
Array<T> right_side_of(const Shape& matrix, const B& b) {
    const auto view = view_or_copy<T>(b, [](const Layout&) { return true; });
    const Shape leading = leading_of(matrix);
    const std::size_t rank = view.rank();
    if (rank == 1) return Array<T>(broadcast_to(view, behind_leading(leading, {view.shape()[0]})));
    if (leading.rank() == 0) return Array<T>(swapped(view));
    return Array<T>(swapped(broadcast_to(
        view, behind_leading(leading, {view.shape()[rank - 2], view.shape()[rank - 1]}))));
}
/// What lies in such an array: as many columns for each of `batches` matrices.
template <class T>
ColumnMatrix right_side_matrix(Array<T>& array, std::int64_t batches) {
    const auto rows = static_cast<std::int64_t>(array.shape()[array.rank() - 1]);
    return {.type = matrix_type<T>(),
            .rows = rows,
            .columns = static_cast<std::int64_t>(array.size()) / rows / batches,
            .data = array.data(),
            .batches = batches};
}
/// The elements of such an array in the order in which they were given; those of a vector stay.
template <class T>
Array<T> from_right_side(Array<T>&& columns, bool is_vector) {
    if (is_vector) return std::move(columns);
    return from_columns(std::move(columns));
}

/// The transpositions with conjugate elements.
template <class T>
auto adjoint(const ArrayView<const T>& matrices) {
    if constexpr (kIsComplex<T>)
        return conj(swapped(matrices));
    else
        return swapped(matrices);
}

/// Whether an element of a matrix lies in its lower, or upper, triangle or on the diagonal.
template <bool IsLower>
struct Triangle {
    using Element = bool;
    long long columns;

    void collect(OperandList& operands) const { operands.add_scalar(columns); }
    static std::string code(const std::string& index, SourceWriter& writer) {
        const std::string width = writer.scalar(kElementType<long long>);
        const std::string row = index + " / " + width, column = index + " % " + width;
        return row + (IsLower ? " >= " : " <= ") + column;
    }
};
template <bool IsLower, class T>
Array<T> triangle_of(const ArrayView<const T>& matrix) {
    const std::size_t rank = matrix.rank();
    const Shape shape{matrix.shape()[rank - 2], matrix.shape()[rank - 1]};
    const auto columns = static_cast<long long>(shape[1]);
    const Sequence mask(matrix.stream(), shape, Triangle<IsLower>{columns});
    return Array<T>(where(mask, matrix, T(0)));
}

}  // namespace glint::detail
