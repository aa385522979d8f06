// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glint/algorithms/detail/matrix_type.hpp>
#include <glint/array/array.hpp>

namespace glint::detail {

/// The sparsity pattern of a matrix in compressed sparse rows (CSR), and the division of its rows
/// among threads.
class SparseRows {
public:
    /// Waits for the offsets and columns. Throws Error(invalid_argument) unless there are rows + 1
    /// offsets that start at 0, do not decrease and end at the number of column indices, and all
    /// column indices are valid.
    SparseRows(const Shape& shape, Array<int> offsets, Array<int> columns);

    std::size_t rows() const noexcept { return shape_[0]; }
    std::size_t width() const noexcept { return shape_[1]; }
    std::size_t count() const noexcept { return columns_.size(); }
    const Shape& shape() const noexcept { return shape_; }
    Stream& stream() const { return offsets_.stream(); }
    const Array<int>& offsets() const noexcept { return offsets_; }
    const Array<int>& columns() const noexcept { return columns_; }

    /// Queues y = alpha * A * x + beta * y; `alpha` and `beta` point to numbers of the matrix's
    /// type.
    void multiply(MatrixType type, const void* values, const void* x, void* y, const void* alpha,
                  const void* beta) const;
    void add_to_dense(MatrixType type, const void* values, void* dense) const;
    void diagonal(MatrixType type, const void* values, void* diagonal) const;

private:
    void check_columns();
    void distribute_rows(const std::vector<int>& offsets);
    void multiply_long_rows(MatrixType type, const void* values, const void* x, void* y,
                            const void* alpha, const void* beta) const;

    Shape shape_;
    Array<int> offsets_, columns_;
    unsigned row_threads_ = 1;
    int longest_;  // longer rows are split into pieces
    // `pieces_` has the bounds of the pieces, `long_rows_` the indices of the rows that are split,
    // and `first_pieces_` the first piece of each such row.
    std::size_t piece_count_ = 0, long_count_ = 0;
    Array<int> pieces_, long_rows_, first_pieces_;
};

/// Returns the stable permutation that sorts elements by row, then by column. Throws
/// Error(invalid_argument) for an element outside the matrix, if the numbers of row indices, column
/// indices and values differ, and if a 31-bit integer cannot count the elements.
std::vector<std::size_t> order_of(const Shape& shape, std::span<const int> rows,
                                  std::span<const int> columns, std::size_t values);

/// Throws Error(invalid_argument), with all shapes, unless x and y match the matrix.
void check_spmv(const Shape& matrix, const Shape& x, const Shape& y);

}  // namespace glint::detail
