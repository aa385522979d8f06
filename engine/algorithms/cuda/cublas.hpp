// SPDX-License-Identifier: MIT
#pragma once

// Private to this folder.
#include <cublas_v2.h>

#include <glint/algorithms/detail/lapack_library.hpp>

namespace glint::detail {

/// The name that cuBLAS and cuSOLVER have for the type.
cudaDataType data_type_of(MatrixType type);

/// Whether square matrices are so many and so small that functions which take all of them at once
/// are quicker than a call for each.
bool are_many_small(const ColumnMatrix& matrices);

/// The address of each matrix, for functions that take such lists.
Array<unsigned long long> addresses_of(const Stream& stream, const ColumnMatrix& matrices);

/// The list as such functions take it.
template <class Pointer>
Pointer* pointers_of(const Array<unsigned long long>& addresses) {
    return reinterpret_cast<Pointer*>(const_cast<unsigned long long*>(addresses.data()));
}

/// LapackLibrary's functions of such matrices, by cuBLAS.
void lu_of_many(Stream& stream, const ColumnMatrix& a, const ArrayView<std::int64_t>& pivots,
                int* info);
void lu_solve_many(Stream& stream, const ColumnMatrix& factors,
                   const ArrayView<const std::int64_t>& pivots, const ColumnMatrix& b);

}  // namespace glint::detail
