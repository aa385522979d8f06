// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>

namespace glint::detail {

/// Queues running `expression` on `stream` for its side effects on memory. Its operands must not be
/// in the memory that it writes.
void for_each(Stream& stream, const AnyExpression& expression);

/// True if an operand, or memory that an operand refers to, is in `memory`.
bool reads_any(const OperandList& operands, const MemoryRange& memory);

/// A node with the same values in separate memory. Scalars are returned unchanged.
template <class Node>
auto copied(const Node& node) {
    if constexpr (requires { node.value; })
        return node;
    else
        return Array<typename Node::Element>(node).view().as_const();
}

}  // namespace glint::detail
