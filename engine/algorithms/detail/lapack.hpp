// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/lapack_library.hpp>

namespace glint::detail {

/// OpenBLAS's LAPACK functions; the library is loaded at first use.
class Lapack final : public LapackLibrary {
public:
    void lu(Stream& stream, const ColumnMatrix& a, const ArrayView<std::int64_t>& pivots,
            int* info) override;
    void lu_solve(Stream& stream, const ColumnMatrix& factors,
                  const ArrayView<const std::int64_t>& pivots, const ColumnMatrix& b,
                  int* info) override;
    void cholesky(Stream& stream, const ColumnMatrix& a, int* info) override;
    void cholesky_solve(Stream& stream, const ColumnMatrix& factor, const ColumnMatrix& b,
                        int* info) override;
    void qr(Stream& stream, const ColumnMatrix& a, const ColumnMatrix& q, int* info) override;
    void eigen(Stream& stream, const ColumnMatrix& a, void* values, int* info) override;
    void svd(Stream& stream, const ColumnMatrix& a, void* values, const ColumnMatrix& u,
             const ColumnMatrix& v, int* info) override;
};

}  // namespace glint::detail
