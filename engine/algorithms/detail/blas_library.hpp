// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <glint/algorithms/detail/matrix_type.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

/// One or several matrices in Fortran order. Adjacent columns start `leading` elements apart.
struct FactorMatrix {
    const void* data = nullptr;
    bool is_transposed = false;  ///< the factor is the transpose of the stored matrix
    std::int64_t leading = 1;
    std::int64_t batch_stride = 0;
};

/// A batch of products c = alpha * a * b + beta * c, where a is `rows` by `inner` and b is `inner`
/// by `columns`. All sizes are positive.
struct MatrixProduct {
    MatrixType type = MatrixType::f32;
    std::int64_t rows = 0, columns = 0, inner = 0, batches = 1;
    FactorMatrix a, b;
    void* c = nullptr;
    std::int64_t c_leading = 1;
    std::int64_t c_batch_stride = 0;
    double alpha = 1, beta = 0;  ///< if beta is 0, c is not read
};

/// A library for matrix products on one device. Several threads may use the library at once. All
/// functions queue their work, and throw Error(unsupported) if the library is missing or does not
/// support the sizes.
class BlasLibrary {
public:
    virtual ~BlasLibrary() = default;
    virtual bool takes(MatrixType type) const = 0;
    virtual void multiply(Stream& stream, const MatrixProduct& product) = 0;
};

BlasLibrary& blas_library_of(const Device& device);

}  // namespace glint::detail
