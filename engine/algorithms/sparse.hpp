// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <glint/algorithms/detail/shared_elements.hpp>
#include <glint/algorithms/detail/sparse_rows.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>

namespace glint {

/// A sparse matrix in compressed sparse row format (CSR). Elements are float, double or complex.
/// There are fewer than 2^31 elements. Duplicate entries are summed.
///
/// The sparsity pattern is constant. `values`, which are in row order, may change.
template <class T>
class SparseMatrix {
    static_assert(std::is_same_v<T, detail::Solved<T>>,
                  "the elements must be float, double or complex");

public:
    using Element = T;

    /// Takes ownership of compressed rows. Row i has the elements offsets[i] (inclusive) to
    /// offsets[i + 1] (exclusive). Waits to check the rows. Throws Error(invalid_argument), with
    /// the position, if the rows are invalid.
    SparseMatrix(const Shape& shape, Array<int> offsets, Array<int> columns, Array<T> values)
        : rows_(shape, std::move(offsets), std::move(columns)), values_(std::move(values)) {
        detail::check_same_size(rows_.count(), values_.size(), sizeof(T));
    }

    /// Creates a matrix from coordinates in any order (COO), which are sorted on the host.
    /// Duplicate entries are summed.
    /// Throws Error(invalid_argument) for coordinates outside the matrix.
    static SparseMatrix from_coordinates(const Stream& stream, const Shape& shape,
                                         std::span<const int> rows, std::span<const int> columns,
                                         std::span<const T> values);

    /// Creates a matrix from the nonzero elements of a dense matrix, on the host, and waits for the
    /// elements. Throws Error(invalid_argument) unless the array has two dimensions.
    template <ArrayLike A>
    static SparseMatrix from_dense(const A& matrix);

    const Shape& shape() const noexcept { return rows_.shape(); }
    /// Number of stored elements.
    std::size_t size() const noexcept { return values_.size(); }
    Stream& stream() const { return rows_.stream(); }

    const Array<int>& offsets() const noexcept { return rows_.offsets(); }
    const Array<int>& columns() const noexcept { return rows_.columns(); }
    const Array<T>& values() const noexcept { return values_; }
    ArrayView<T> values() { return values_.view(); }

    /// Returns the matrix as a dense array.
    Array<T> to_dense() const {
        Array<T> dense = zeros<T>(stream(), shape());
        rows_.add_to_dense(detail::matrix_type<T>(), values_.data(), dense.data());
        return dense;
    }
    /// Waits, and returns the transposed matrix, which is computed on the host.
    SparseMatrix transposed() const;
    /// Returns the diagonal elements (i, i).
    Array<T> diagonal() const {
        Array<T> result(stream(), Shape(std::min(shape()[0], shape()[1])));
        rows_.diagonal(detail::matrix_type<T>(), values_.data(), result.data());
        return result;
    }

    /// Used by `spmv`.
    const detail::SparseRows& rows() const noexcept { return rows_; }

private:
    detail::SparseRows rows_;
    Array<T> values_;
};

struct SpmvOptions {
    double alpha = 1;
    double beta = 0;
};

/// Queues y = alpha * A * x + beta * y on the stream of A. y, an array or a view, must be
/// contiguous, and is not read if beta is 0. The elements of a row are always added in the same
/// order. Throws Error(invalid_argument), with all shapes, if the shapes do not match, and, with
/// the operand's name, if y shares elements with an operand.
template <class T, ArrayLike X, detail::Writable Y>
void spmv(const SparseMatrix<T>& matrix, const X& x, Y&& result, const SpmvOptions& options = {}) {
    static_assert(std::is_same_v<typename std::remove_cvref_t<Y>::Element, T>,
                  "the result must have the element type of the matrix");
    using Real = typename detail::RealOf<T>::Type;
    const ArrayView<T> y = detail::view_of(result);
    detail::check_spmv(matrix.shape(), shape_of(x), y.shape());
    detail::check_disjoint(y, x, "the vector");
    detail::check_disjoint(y, matrix.values(), "the matrix");
    const auto from = detail::view_or_copy<T>(x, detail::is_row_major);
    const T alpha(static_cast<Real>(options.alpha)), beta(static_cast<Real>(options.beta));
    detail::OperandList operands;
    matrix.values().view().collect(operands);
    from.collect(operands);
    y.collect(operands);
    detail::JoinedStreams streams(matrix.stream(), operands);
    matrix.rows().multiply(detail::matrix_type<T>(), matrix.values().data(), from.data(),
                           y.span().data(), &alpha, &beta);
    streams.release();
}

/// Returns A * x, queued on the stream of A.
template <class T, ArrayLike X>
Array<T> spmv(const SparseMatrix<T>& matrix, const X& x) {
    Array<T> y(matrix.stream(), Shape(matrix.shape()[0]));
    spmv(matrix, x, y.view());
    return y;
}

template <class T>
SparseMatrix<T> SparseMatrix<T>::from_coordinates(const Stream& stream, const Shape& shape,
                                                  std::span<const int> rows,
                                                  std::span<const int> columns,
                                                  std::span<const T> values) {
    std::vector<int> offsets, kept;
    std::vector<T> sums;
    for (const std::size_t i : detail::order_of(shape, rows, columns, values.size())) {
        const auto row = static_cast<std::size_t>(rows[i]);
        const bool is_new = offsets.size() <= row || kept.back() != columns[i];
        while (offsets.size() <= row) offsets.push_back(static_cast<int>(kept.size()));
        if (is_new) {
            kept.push_back(columns[i]);
            sums.push_back(values[i]);
        } else {
            sums.back() += values[i];
        }
    }
    while (offsets.size() <= shape[0]) offsets.push_back(static_cast<int>(kept.size()));
    return SparseMatrix(shape, Array<int>(stream, std::span<const int>(offsets)),
                        Array<int>(stream, std::span<const int>(kept)),
                        Array<T>(stream, std::span<const T>(sums)));
}

template <class T>
template <ArrayLike A>
SparseMatrix<T> SparseMatrix<T>::from_dense(const A& matrix) {
    const auto view = detail::view_or_copy<T>(matrix, [](const auto&) { return true; });
    const std::vector<T> elements = view.to_vector();
    std::vector<int> rows, columns;
    std::vector<T> values;
    const std::size_t width = view.rank() == 2 ? view.shape()[1] : 1;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (elements[i] == T(0)) continue;
        rows.push_back(static_cast<int>(i / width));
        columns.push_back(static_cast<int>(i % width));
        values.push_back(elements[i]);
    }
    return from_coordinates(view.stream(), view.shape(), rows, columns, values);
}

template <class T>
SparseMatrix<T> SparseMatrix<T>::transposed() const {
    const std::vector<int> starts = offsets().to_vector(), places = columns().to_vector();
    std::vector<int> rows(places.size());
    for (std::size_t row = 0; row + 1 < starts.size(); ++row)
        std::fill(rows.begin() + starts[row], rows.begin() + starts[row + 1],
                  static_cast<int>(row));
    const std::vector<T> elements = values().to_vector();
    return from_coordinates(stream(), {shape()[1], shape()[0]}, places, rows, elements);
}

}  // namespace glint
