#include <glint/algorithms/detail/factorise.hpp>

#include <fmt/format.h>

#include <glint/algorithms/detail/lapack.hpp>
#include <glint/algorithms/detail/libraries.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

[[noreturn]] void refuse(const Shape& shape, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("factorise an array of shape {}", to_string(shape)), reason);
}

}  // namespace

void check_matrix(const Shape& shape) {
    if (shape.rank() != 2) refuse(shape, "a matrix has two dimensions");
}

void check_square(const Shape& shape) {
    check_matrix(shape);
    if (shape[0] != shape[1]) refuse(shape, "the matrix is not square");
}

void check_right_side(const Shape& matrix, const Shape& right_side) {
    const bool fits = right_side.rank() == 1 || right_side.rank() == 2;
    if (fits && right_side[0] == matrix[0]) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("solve with a matrix of shape {}", to_string(matrix)),
                fmt::format("the right side has shape {}, not ({}) or ({}, n)",
                            to_string(right_side), matrix[0], matrix[0]));
}

void refuse_singular(const Shape& shape, int pivot) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("solve with a matrix of shape {}", to_string(shape)),
                fmt::format("it is singular: pivot {}, counted from 1, is 0", pivot));
}

void refuse_indefinite(const Shape& shape, int pivot) {
    refuse(shape,
           fmt::format("the matrix is not positive definite: pivot {}, counted from 1, is not "
                       "positive",
                       pivot));
}

void refuse_unconverged(const char* operation, const Shape& shape, int info) {
    throw Error(
        ErrorCode::bad_input,
        fmt::format("{} of a matrix of shape {}", operation, to_string(shape)),
        fmt::format("they do not converge (LAPACK's info is {}); is there a NaN in it?", info));
}

LapackLibrary& lapack_library_of(const Device& device) {
    if (device.kind() == BackendKind::cpu) return device.backend()->owned<Lapack>();
    return cuda_lapack_of(device);
}

}  // namespace glint::detail
