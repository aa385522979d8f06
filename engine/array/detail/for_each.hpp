// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>

namespace glint::detail {

/// Queues running `expression` on `stream`, for what it does to memory. Its operands must read
/// nothing that it writes.
void for_each(Stream& stream, const AnyExpression& expression);

/// Whether operands, or what they lead to, are elements in `memory`.
bool reads_any(const OperandList& operands, const MemoryRange& memory);

/// A node with the values of another, in memory of its own; a plain value is that already.
template <class Node>
auto copied(const Node& node) {
    if constexpr (requires { node.value; })
        return node;
    else
        return Array<typename Node::Element>(node).view().as_const();
}

}  // namespace glint::detail
