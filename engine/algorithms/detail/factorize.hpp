// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include <glint/algorithms/detail/lapack_library.hpp>
#include <glint/algorithms/matmul.hpp>
#include <glint/array/sequence.hpp>

/// Functions shared by the headers for matrix factorizations.
namespace glint::detail {

// Each check throws Error(invalid_argument), with the shapes. check_matrix requires at least two
// dimensions, and check_square requires that the last two have equal extents. check_right_side
// requires the same number of rows, and leading dimensions that broadcast to those of the matrices.
void check_matrix(const Shape& shape);
void check_square(const Shape& shape);
void check_right_side(const Shape& matrix, const Shape& right_side);

/// Returns the shape of the matrices after broadcasting their leading dimensions with those of the
/// right-hand sides. Throws Error(invalid_argument), with both shapes, if these dimensions do not
/// broadcast.
Shape solved_shape(const Shape& matrix, const Shape& right_side);

/// Returns the dimensions before the last two.
Shape leading_of(const Shape& shape);
/// Returns the leading dimensions followed by `others`.
Shape append_to_leading(const Shape& leading, std::initializer_list<std::size_t> others);
/// Returns the layout with its last two dimensions swapped, or unchanged if it has fewer.
Layout with_last_swapped(const Layout& layout);

std::size_t longer_side(const Shape& matrix);
/// Returns the cutoff, as a fraction of the largest singular value, below which singular values are
/// treated as 0. The cutoff is `wanted` or, if `wanted` is 0, `precision` times the longer side.
double cutoff_of(std::size_t longer_side, double precision, double wanted);

/// A matrix for which a library's `info` is not 0.
struct Failure {
    std::size_t matrix = 0;
    int info = 0;
};
/// Waits, and returns the first matrix whose `info` is not 0. If all are 0, the result's `info` is
/// 0.
Failure failure_in(const Array<int>& info);

[[noreturn]] void refuse_singular(const Shape& shape, const Failure& failure);
[[noreturn]] void refuse_determinant(const Shape& shape);
[[noreturn]] void refuse_indefinite(const Shape& shape, const Failure& failure);
[[noreturn]] void refuse_unconverged(const char* what, const Shape& shape, const Failure& failure);

/// Swaps the last two dimensions, which are the rows and columns of each matrix.
template <class T>
ArrayView<T> swapped(const ArrayView<T>& matrices) {
    return matrices.with(with_last_swapped(matrices.layout()));
}

/// Returns a copy in which each matrix is in Fortran order.
template <class T, ArrayLike A>
Array<T> columns_of(const A& array) {
    return Array<T>(swapped(view_or_copy<T>(array, [](const Layout&) { return true; })));
}

/// Describes the matrices in an array from columns_of().
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
    return column_matrix(const_cast<Array<T>&>(array));  // only for reading
}

/// Copies matrices from Fortran order back to C order.
template <class T>
Array<T> from_columns(Array<T>&& columns) {
    return Array<T>(swapped(columns.view()));
}

/// Returns a copy, in Fortran order, of the right-hand sides for matrices of this shape. The
/// right-hand sides are a vector or matrices. Their leading dimensions equal those of the matrices,
/// or are arbitrary if there is only one matrix.
template <class T, ArrayLike B>
Array<T> right_side_of(const Shape& matrix, const B& b) {
    const auto view = view_or_copy<T>(b, [](const Layout&) { return true; });
    const Shape leading = leading_of(matrix);
    const std::size_t rank = view.rank();
    if (rank == 1)
        return Array<T>(broadcast_to(view, append_to_leading(leading, {view.shape()[0]})));
    if (leading.rank() == 0) return Array<T>(swapped(view));
    return Array<T>(swapped(broadcast_to(
        view, append_to_leading(leading, {view.shape()[rank - 2], view.shape()[rank - 1]}))));
}
/// Describes the right-hand sides in an array from right_side_of(). Each of the `batches` matrices
/// gets the same number of columns.
template <class T>
ColumnMatrix right_side_matrix(Array<T>& array, std::int64_t batches) {
    const auto rows = static_cast<std::int64_t>(array.shape()[array.rank() - 1]);
    return {.type = matrix_type<T>(),
            .rows = rows,
            .columns = static_cast<std::int64_t>(array.size()) / rows / batches,
            .data = array.data(),
            .batches = batches};
}
/// Restores the C order of the elements. Vectors are returned unchanged.
template <class T>
Array<T> from_right_side(Array<T>&& columns, bool is_vector) {
    if (is_vector) return std::move(columns);
    return from_columns(std::move(columns));
}

/// Returns the conjugate transpose of each matrix.
template <class T>
auto adjoint(const ArrayView<const T>& matrices) {
    if constexpr (kIsComplex<T>)
        return conj(swapped(matrices));
    else
        return swapped(matrices);
}

/// True for elements on the diagonal and in one triangle: the lower if IsLower, else the upper.
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
