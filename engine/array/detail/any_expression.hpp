// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/detail/operand_list.hpp>
#include <glint/array/detail/source_writer.hpp>

namespace glint::detail {

/// A type-erased expression; only `writer` knows the type. Refers to the expression's streams.
struct AnyExpression {
    OperandList operands{};
    Writer writer = nullptr;
    ElementType type{};
    Shape shape{};  ///< the shape to which all operands broadcast
};

}  // namespace glint::detail
