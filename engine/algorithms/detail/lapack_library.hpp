// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/algorithms/detail/matrix_type.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

/// A matrix in Fortran's order, its columns adjacent; or several, one behind the other.
struct ColumnMatrix {
    MatrixType type = MatrixType::f32;
    std::int64_t rows = 0, columns = 0;
    void* data = nullptr;
    std::int64_t batches = 1;
};

/// Number `batch` of several matrices.
inline ColumnMatrix one_of(const ColumnMatrix& all, std::int64_t batch) {
    ColumnMatrix one = all;
    one.batches = 1;
    one.data = static_cast<std::byte*>(all.data) +
               batch * all.rows * all.columns * static_cast<std::int64_t>(size_of(all.type));
    return one;
}

/// The values of matrix number `batch`, real numbers of which each matrix has one for a column.
inline void* reals_of(void* values, const ColumnMatrix& all, std::int64_t batch) {
    const bool is_double = all.type == MatrixType::f64 || all.type == MatrixType::c128;
    return static_cast<std::byte*>(values) + batch * all.columns * (is_double ? 8 : 4);
}

/// Factorisations on one device, with LAPACK's meaning. Safe to use from many threads. All queue
/// their work on matrices that have elements, and throw Error(unsupported) where the library is
/// missing or takes no such sizes. All matrices of a call are equally many; what a call makes for
/// each, such as pivots, values and `info`, lies one behind the other, too. `info`, on the device,
/// has a number for each matrix, which becomes 0 or what LAPACK says; that of what only solves need
/// not be looked at.
class LapackLibrary {
public:
    virtual ~LapackLibrary() = default;

    /// getrf: P * L * U. `pivots` are the rows that rows were swapped with, from 1.
    virtual void lu(Stream& stream, const ColumnMatrix& a, const ArrayView<std::int64_t>& pivots,
                    int* info) = 0;
    /// getrs: solves a * x = b in place of b.
    virtual void lu_solve(Stream& stream, const ColumnMatrix& factors,
                          const ArrayView<const std::int64_t>& pivots, const ColumnMatrix& b,
                          int* info) = 0;
    /// potrf, of the lower triangle: L * L^H.
    virtual void cholesky(Stream& stream, const ColumnMatrix& a, int* info) = 0;
    /// potrs.
    virtual void cholesky_solve(Stream& stream, const ColumnMatrix& factor, const ColumnMatrix& b,
                                int* info) = 0;
    /// geqrf, then orgqr: R in the upper triangle of `a`, and Q in `q`, which has as many rows and
    /// at most as many columns as `a`.
    virtual void qr(Stream& stream, const ColumnMatrix& a, const ColumnMatrix& q, int* info) = 0;
    /// syevd or heevd, of the lower triangle: eigenvalues ascending, vectors in place of `a`.
    virtual void eigen(Stream& stream, const ColumnMatrix& a, void* values, int* info) = 0;
    /// gesdd or gesvd, of at least as many rows as columns: u with as many columns as `a`, and v^H.
    /// Destroys `a`.
    virtual void svd(Stream& stream, const ColumnMatrix& a, void* values, const ColumnMatrix& u,
                     const ColumnMatrix& v, int* info) = 0;
};

LapackLibrary& lapack_library_of(const Device& device);

}  // namespace glint::detail
