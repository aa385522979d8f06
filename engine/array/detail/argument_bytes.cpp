// SPDX-License-Identifier: MIT
#include <glint/array/detail/argument_bytes.hpp>

#include <glint/base/error.hpp>

namespace glint::detail {

void ArgumentBytes::refuse() {
    throw Error(ErrorCode::invalid_argument, "evaluate an expression",
                "its arrays and scalars exceed the argument limit of a kernel; evaluate part of it "
                "into an Array");
}

}  // namespace glint::detail
