// SPDX-License-Identifier: MIT
#include <glint/algorithms/statistics.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

std::ptrdiff_t observations_of(const Shape& shape, bool rowvar) {
    if (shape.rank() == 1) return 0;
    if (shape.rank() == 2) return rowvar ? 1 : 0;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("compute the covariances of an array of shape {}", to_string(shape)),
                "the array must have one dimension (observations) or two dimensions (variables and "
                "observations)");
}

}  // namespace glint::detail
