// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/blas_library.hpp>
#include <glint/base/shared_library.hpp>

namespace glint::detail {

/// Returns the OpenBLAS library, which includes LAPACK. Throws Error(unsupported) if missing.
const SharedLibrary& openblas();

/// Converts a size to an OpenBLAS integer. Throws Error(unsupported), with the size, if it exceeds
/// 31 bits.
int blas_size(std::int64_t size);

/// True if a matrix may safely end at this address. OpenBLAS kernels may read past the end of a
/// matrix, where the next page may be unmapped. The kernels for products of complex matrices with
/// vectors read up to three rows past the last column. On unknown processors, the kernels used by
/// LAPACK may read past the end, too.
bool may_end_at(const void* end);

/// Matrix products by OpenBLAS, which is loaded at first use.
class OpenBlas final : public BlasLibrary {
public:
    bool takes(MatrixType type) const override { return !is_narrow(type); }
    void multiply(Stream& stream, const MatrixProduct& product) override;
};

}  // namespace glint::detail
