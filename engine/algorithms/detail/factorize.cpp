// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/factorize.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <glint/algorithms/detail/lapack.hpp>
#include <glint/algorithms/detail/libraries.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

[[noreturn]] void refuse_factors(const Shape& shape, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("factorize an array of shape {}", to_string(shape)), reason);
}

const char* matrices_of(const Shape& shape) { return shape.rank() == 2 ? "a matrix" : "matrices"; }

/// Returns the name of the failed matrix for messages.
std::string one_name(const Shape& shape, const Failure& failure) {
    if (shape.rank() == 2) return "the matrix";
    Shape index = leading_of(shape);
    std::size_t rest = failure.matrix;
    for (std::size_t axis = index.rank(); axis-- > 0;) {
        const std::size_t extent = index[axis];
        index[axis] = rest % extent;
        rest /= extent;
    }
    return "the matrix at " + to_string(index);
}

[[noreturn]] void refuse_right_side(const Shape& matrix, const Shape& right_side) {
    const std::size_t rows = matrix[matrix.rank() - 2];
    throw Error(ErrorCode::invalid_argument,
                fmt::format("solve a linear system with {} of shape {}", matrices_of(matrix),
                            to_string(matrix)),
                fmt::format("the right-hand side has shape {}, not ({}) or ({}, n){}",
                            to_string(right_side), rows, rows,
                            matrix.rank() == 2 ? "" : ", or one of these for each matrix"));
}

/// True if the shapes broadcast.
bool fit(const Shape& a, const Shape& b) {
    for (std::size_t i = 1; i <= std::min(a.rank(), b.rank()); ++i) {
        const std::size_t in_a = a[a.rank() - i], in_b = b[b.rank() - i];
        if (in_a != in_b && in_a != 1 && in_b != 1) return false;
    }
    return true;
}

}  // namespace

void check_matrix(const Shape& shape) {
    if (shape.rank() < 2) refuse_factors(shape, "a matrix must have two dimensions");
}

void check_square(const Shape& shape) {
    check_matrix(shape);
    if (shape[shape.rank() - 2] != shape[shape.rank() - 1])
        refuse_factors(
            shape, shape.rank() == 2 ? "the matrix is not square" : "the matrices are not square");
}

void check_right_side(const Shape& matrix, const Shape& right_side) {
    // For a single matrix, the right-hand sides may have any leading dimensions.
    if (solved_shape(matrix, right_side) != matrix && matrix.rank() > 2)
        refuse_right_side(matrix, right_side);
}

Shape solved_shape(const Shape& matrix, const Shape& right_side) {
    const std::size_t rank = right_side.rank(), rows = matrix[matrix.rank() - 2];
    if (rank == 0 || right_side[rank == 1 ? 0 : rank - 2] != rows)
        refuse_right_side(matrix, right_side);
    if (rank <= 2) return matrix;
    const std::array leading{leading_of(matrix), leading_of(right_side)};
    if (!fit(leading[0], leading[1])) refuse_right_side(matrix, right_side);
    return append_to_leading(broadcast(leading), {rows, matrix[matrix.rank() - 1]});
}

Shape leading_of(const Shape& shape) { return Shape(std::span(shape.begin(), shape.rank() - 2)); }

Shape append_to_leading(const Shape& leading, std::initializer_list<std::size_t> others) {
    Shape shape = leading;
    for (const std::size_t extent : others) shape.append(extent);
    return shape;
}

Layout with_last_swapped(const Layout& layout) {
    Layout result = layout;
    if (const std::size_t rank = layout.rank(); rank >= 2) {
        std::swap(result.shape[rank - 2], result.shape[rank - 1]);
        std::swap(result.strides[rank - 2], result.strides[rank - 1]);
    }
    return result;
}

std::size_t longer_side(const Shape& matrix) {
    check_matrix(matrix);
    return std::max(matrix[matrix.rank() - 2], matrix[matrix.rank() - 1]);
}

double cutoff_of(std::size_t longer_side, double precision, double wanted) {
    return wanted > 0 ? wanted : static_cast<double>(longer_side) * precision;
}

Failure failure_in(const Array<int>& info) {
    const std::vector<int> all = info.to_vector();
    const auto first = std::ranges::find_if(all, [](int each) { return each != 0; });
    if (first == all.end()) return {};
    return {static_cast<std::size_t>(first - all.begin()), *first};
}

void refuse_singular(const Shape& shape, const Failure& failure) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("solve a linear system with {} of shape {}", matrices_of(shape),
                            to_string(shape)),
                fmt::format("{} is singular, because pivot {} (counted from 1) is 0",
                            one_name(shape, failure), failure.info));
}

void refuse_determinant(const Shape& shape) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("compute a single determinant of matrices of shape {}", to_string(shape)),
        "each matrix has its own determinant. Use det for an array of determinants");
}

void refuse_indefinite(const Shape& shape, const Failure& failure) {
    refuse_factors(
        shape, fmt::format(
                   "{} is not positive definite, because pivot {} (counted from 1) is not positive",
                   one_name(shape, failure), failure.info));
}

void refuse_unconverged(const char* what, const Shape& shape, const Failure& failure) {
    throw Error(
        ErrorCode::bad_input,
        fmt::format("compute {} of {} of shape {}", what, matrices_of(shape), to_string(shape)),
        fmt::format(
            "the computation for {} did not converge (LAPACK info: {}). Check the elements for NaN",
            one_name(shape, failure), failure.info));
}

LapackLibrary& lapack_library_of(const Device& device) {
    if (device.kind() == BackendKind::cpu) return device.backend()->owned<Lapack>();
    return cuda_lapack_of(device);
}

}  // namespace glint::detail
