// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <glint/algorithms/detail/matrix_type.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

/// A matrix, or several, in Fortran's order: columns that start `leading` elements apart.
struct FactorMatrix {
    const void* data = nullptr;
    bool is_transposed = false;  ///< whether the factor is the transposition of what lies there
    std::int64_t leading = 1;
    std::int64_t batch_stride = 0;
};

/// c = alpha * a * b + beta * c, several times: `rows` by `inner` with `inner` by `columns`, none
/// of them 0.
struct MatrixProduct {
    MatrixType type = MatrixType::f32;
    std::int64_t rows = 0, columns = 0, inner = 0, batches = 1;
    FactorMatrix a, b;
    void* c = nullptr;
    std::int64_t c_leading = 1;
    std::int64_t c_batch_stride = 0;
    double alpha = 1, beta = 0;  ///< c is not read if it is 0
};

/// A library of products of matrices on one device. Safe to use from many threads. All queue their
/// work, and throw Error(unsupported) where the library is missing or takes no such sizes.
class BlasLibrary {
public:
    virtual ~BlasLibrary() = default;
    virtual bool takes(MatrixType type) const = 0;
    virtual void multiply(Stream& stream, const MatrixProduct& product) = 0;
};

BlasLibrary& blas_library_of(const Device& device);

}  // namespace glint::detail
