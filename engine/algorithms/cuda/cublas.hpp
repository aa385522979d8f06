// SPDX-License-Identifier: MIT
#pragma once

// Included only by the sources in this folder.
#include <cublas_v2.h>

#include <glint/algorithms/detail/lapack_library.hpp>

namespace glint::detail {

/// Returns the constant for this type in cuBLAS and cuSOLVER.
cudaDataType data_type_of(MatrixType type);

/// Returns true for many small square matrices, for which one call of a batched function is faster
/// than one call per matrix.
bool are_batched_small(const ColumnMatrix& matrices);

/// Returns an array with the address of each matrix, for batched functions.
Array<unsigned long long> addresses_of(const Stream& stream, const ColumnMatrix& matrices);

/// Casts the array of addresses to the pointer type that batched functions expect.
template <class Pointer>
Pointer* pointers_of(const Array<unsigned long long>& addresses) {
    return reinterpret_cast<Pointer*>(const_cast<unsigned long long*>(addresses.data()));
}

/// LapackLibrary functions for batches, implemented with cuBLAS.
void lu_batched(Stream& stream, const ColumnMatrix& a, const ArrayView<std::int64_t>& pivots,
                int* info);
void lu_solve_batched(Stream& stream, const ColumnMatrix& factors,
                      const ArrayView<const std::int64_t>& pivots, const ColumnMatrix& b);

}  // namespace glint::detail
