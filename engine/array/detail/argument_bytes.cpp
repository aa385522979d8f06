// SPDX-License-Identifier: MIT
#include <glint/array/detail/argument_bytes.hpp>

#include <glint/base/error.hpp>

namespace glint::detail {

void ArgumentBytes::refuse() {
    throw Error(ErrorCode::invalid_argument, "evaluate an expression",
                "the arrays and scalars of the expression exceed the argument limit of a kernel. "
                "Evaluate part of the expression into an Array");
}

}  // namespace glint::detail
