// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/detail/operand_list.hpp>
#include <glint/array/detail/source_writer.hpp>

namespace glint::detail {

/// An expression whose type is known to its writer alone. Refers to the expression's streams.
struct AnyExpression {
    OperandList operands{};
    Writer writer = nullptr;
    ElementType type{};
    Shape shape{};  ///< that all operands broadcast to
};

}  // namespace glint::detail
