#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/algorithms/detail/lapack_library.hpp>
#include <glint/algorithms/matmul.hpp>
#include <glint/array/sequence.hpp>

/// What the headers of factorisations share.
namespace glint::detail {

// Throw Error(invalid_argument), with the shapes, for what is no matrix, not square, or has another
// number of rows.
void check_matrix(const Shape& shape);
void check_square(const Shape& shape);
void check_right_side(const Shape& matrix, const Shape& right_side);

[[noreturn]] void refuse_singular(const Shape& shape, int pivot);
[[noreturn]] void refuse_indefinite(const Shape& shape, int pivot);
[[noreturn]] void refuse_unconverged(const char* operation, const Shape& shape, int info);

/// A copy whose elements in C's order are those of the matrix in Fortran's; of a vector, itself.
template <class T, ArrayLike A>
Array<T> columns_of(const A& array) {
    return Array<T>(transposed(view_or_copy<T>(array, [](const Layout&) { return true; })));
}

/// The matrix that lies in such an array.
template <class T>
ColumnMatrix column_matrix(Array<T>& array) {
    const bool is_vector = array.rank() == 1;
    const std::size_t rows = array.shape()[array.rank() - 1];
    return {.type = matrix_type<T>(),
            .rows = static_cast<std::int64_t>(rows),
            .columns = is_vector ? 1 : static_cast<std::int64_t>(array.shape()[0]),
            .data = array.data()};
}
template <class T>
ColumnMatrix column_matrix(const Array<T>& array) {
    return column_matrix(const_cast<Array<T>&>(array));  // of what is only read
}

/// Its elements in C's order again.
template <class T>
Array<T> from_columns(Array<T>&& columns) {
    if (columns.rank() == 1) return std::move(columns);
    return Array<T>(transposed(columns));
}

/// The transposition with conjugate elements.
template <class T>
auto adjoint(const ArrayView<const T>& matrix) {
    if constexpr (kIsComplex<T>)
        return conj(transposed(matrix));
    else
        return transposed(matrix);
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
    const auto columns = static_cast<long long>(matrix.shape()[1]);
    const Sequence mask(matrix.stream(), matrix.shape(), Triangle<IsLower>{columns});
    return Array<T>(where(mask, matrix, T(0)));
}

}  // namespace glint::detail
