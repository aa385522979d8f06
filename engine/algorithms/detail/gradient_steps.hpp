// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>

#include <glint/algorithms/detail/matrix_type.hpp>
#include <glint/array/detail/storage.hpp>

namespace glint::detail {

/// The vectors of the conjugate gradient method, contiguous and of equal size: solution x, residual
/// r, direction p, q = A p, and the preconditioned residual z, which is r itself without a
/// preconditioner.
struct GradientVectors {
    void* x = nullptr;
    void* r = nullptr;
    void* p = nullptr;
    void* q = nullptr;
    void* z = nullptr;
    const void* inverse = nullptr;  ///< 1 / the preconditioner's diagonal
    std::size_t size = 0;
};

struct GradientLimits {
    double tolerance = 0;
    std::size_t max_iterations = 0;
    std::size_t check_every = 1;
};

struct GradientEnd {
    std::size_t iterations = 0;
    double residual = 0;
};

/// The conjugate gradient method, except for the products with the matrix.
class GradientSteps {
public:
    /// `b` is the right-hand side. `vectors.p` must already hold the first search direction.
    GradientSteps(Stream& stream, MatrixType type, const GradientVectors& vectors, const void* b);

    /// Runs the method and waits. `multiply()` queues q = A * p. Throws Error(invalid_argument) if
    /// p * A * p is negative or NaN.
    GradientEnd run(const GradientLimits& limits, const std::function<void()>& multiply);

private:
    void* parts(std::size_t which) const;
    void queue_inner(const void* a, const void* b, void* parts) const;
    void queue_advance(std::size_t iteration) const;
    void queue_turn(std::size_t iteration) const;
    // Returns the address of r * z for an iteration. Memory holds only the two most recent values.
    void* rz(std::size_t iteration) const;
    // Waits, and returns the sum of the blocks' partial results.
    double sum_of(const void* parts) const;
    void check_definite(std::size_t iteration) const;

    Stream& stream_;
    MatrixType type_;
    GradientVectors vectors_;
    unsigned blocks_;
    std::shared_ptr<ArrayStorage> parts_;
    double norm_of_b_;
};

/// Throws Error(invalid_argument) unless the shape is a vector.
void check_vector(const Shape& shape);
/// Throws Error(invalid_argument), with the shapes, unless all shapes are equal and
/// one-dimensional.
void check_gradients(const Shape& b, const Shape& start, const Shape& diagonal,
                     std::size_t check_every);

}  // namespace glint::detail
