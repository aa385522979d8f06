// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/algorithms/detail/matrix_type.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

/// One or several matrices in Fortran order without gaps, stored one after another.
struct ColumnMatrix {
    MatrixType type = MatrixType::f32;
    std::int64_t rows = 0, columns = 0;
    void* data = nullptr;
    std::int64_t batches = 1;
};

/// Describes a single matrix of a batch.
inline ColumnMatrix one_of(const ColumnMatrix& all, std::int64_t batch) {
    ColumnMatrix one = all;
    one.batches = 1;
    one.data = static_cast<std::byte*>(all.data) +
               batch * all.rows * all.columns * static_cast<std::int64_t>(size_of(all.type));
    return one;
}

/// Returns the address of the real values of matrix `batch`. Each matrix has one value per column.
inline void* reals_of(void* values, const ColumnMatrix& all, std::int64_t batch) {
    const bool is_double = all.type == MatrixType::f64 || all.type == MatrixType::c128;
    return static_cast<std::byte*>(values) + batch * all.columns * (is_double ? 8 : 4);
}

/// Factorizations on one device, with LAPACK's semantics. Several threads may use the library at
/// once. All functions queue their work on nonempty matrices, and throw Error(unsupported) if the
/// library is missing or does not support the sizes. All arguments of a call have the same number
/// of matrices. The outputs of different matrices, such as pivots, values and `info`, are stored
/// one after another. `info`, in device memory, has one number per matrix: 0 or LAPACK's error
/// code. The `info` of solve functions can be ignored.
class LapackLibrary {
public:
    virtual ~LapackLibrary() = default;

    /// getrf: factorizes a = P * L * U. Row i was swapped with row `pivots[i]`, counted from 1.
    virtual void lu(Stream& stream, const ColumnMatrix& a, const ArrayView<std::int64_t>& pivots,
                    int* info) = 0;
    /// getrs: solves a * x = b in place of b.
    virtual void lu_solve(Stream& stream, const ColumnMatrix& factors,
                          const ArrayView<const std::int64_t>& pivots, const ColumnMatrix& b,
                          int* info) = 0;
    /// potrf for the lower triangle: factorizes a = L * L^H.
    virtual void cholesky(Stream& stream, const ColumnMatrix& a, int* info) = 0;
    /// potrs: solves a * x = b in place of b, with the factor from `cholesky`.
    virtual void cholesky_solve(Stream& stream, const ColumnMatrix& factor, const ColumnMatrix& b,
                                int* info) = 0;
    /// geqrf, then orgqr. Stores R in the upper triangle of `a`, and Q in `q`, which has as many
    /// rows and at most as many columns as `a`.
    virtual void qr(Stream& stream, const ColumnMatrix& a, const ColumnMatrix& q, int* info) = 0;
    /// syevd or heevd, for the lower triangle. The eigenvalues ascend, and the eigenvectors replace
    /// `a`.
    virtual void eigen(Stream& stream, const ColumnMatrix& a, void* values, int* info) = 0;
    /// gesdd or gesvd, for matrices with at least as many rows as columns. `u` has as many columns
    /// as `a`; `v` receives V^H. Destroys `a`.
    virtual void svd(Stream& stream, const ColumnMatrix& a, void* values, const ColumnMatrix& u,
                     const ColumnMatrix& v, int* info) = 0;
};

LapackLibrary& lapack_library_of(const Device& device);

}  // namespace glint::detail
