// SPDX-License-Identifier: MIT
#pragma once

#include <glint/algorithms/detail/blas_library.hpp>
#include <glint/base/shared_library.hpp>

namespace glint::detail {

/// OpenBLAS, which also has LAPACK's functions. Throws Error(unsupported) where it is missing.
const SharedLibrary& openblas();

/// A size as OpenBLAS takes it. Throws Error(unsupported), naming it, beyond 31 bits.
int blas_size(std::int64_t size);

/// Whether OpenBLAS's kernels that read some bytes behind a matrix may do so where it ends there:
/// the next page may be nobody's. Those for complex numbers and vectors read up to three rows
/// beyond the last column, and for processors that it does not know those of LAPACK, too.
bool may_end_at(const void* end);

/// Products by OpenBLAS, which is loaded when first used.
class OpenBlas final : public BlasLibrary {
public:
    bool takes(MatrixType type) const override { return !is_narrow(type); }
    void multiply(Stream& stream, const MatrixProduct& product) override;
};

}  // namespace glint::detail
