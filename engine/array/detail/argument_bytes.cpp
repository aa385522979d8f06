// SPDX-License-Identifier: MIT
#include <glint/array/detail/argument_bytes.hpp>

#include <glint/base/error.hpp>

namespace glint::detail {

void ArgumentBytes::refuse() {
    throw Error(ErrorCode::invalid_argument, "evaluate an expression",
                "its arrays and scalars are more than a kernel takes; evaluate a part of it to an "
                "Array");
}

}  // namespace glint::detail
