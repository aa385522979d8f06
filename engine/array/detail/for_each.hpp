// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>

namespace glint::detail {

/// Queues running `expression` on `stream` for its side effects on memory. The operands must not
/// overlap the memory that the expression writes.
void for_each(Stream& stream, const AnyExpression& expression);

/// True if an operand, or memory that an operand refers to, is in `memory`.
bool reads_any(const OperandList& operands, const MemoryRange& memory);

/// Returns a node with the same values in separate memory, or the node itself if it is a scalar.
template <class Node>
auto copied(const Node& node) {
    if constexpr (requires { node.value; })
        return node;
    else
        return Array<typename Node::Element>(node).view().as_const();
}

}  // namespace glint::detail
