#pragma once

// Private to this folder.
#include <cublas_v2.h>

#include <glint/algorithms/detail/matrix_type.hpp>

namespace glint::detail {

/// As cuBLAS and cuSOLVER call the type.
cudaDataType data_type_of(MatrixType type);

}  // namespace glint::detail
