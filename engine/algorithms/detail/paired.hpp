// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>

#include <glint/array/expression.hpp>

namespace glint::detail {

/// Returns the device type of a pair of elements.
template <class A, class B>
const ElementType& pair_type() {
    static const std::string name = "glint::expression::Pair<" + std::string(kElementType<A>.name) +
                                    ", " + std::string(kElementType<B>.name) + ">";
    static const std::string header = "#include <glint/expression/pair.cuh>\n" +
                                      std::string(kElementType<A>.header) +
                                      std::string(kElementType<B>.header);
    static const ElementType type{name, header, sizeof(A) + sizeof(B), 1};
    return type;
}

template <class A, class B>
std::string write_pair(SourceWriter& writer) {
    // Braced initializers are evaluated in order, so the elements are written in order.
    const std::array<std::string, 2> names{A::write(writer), B::write(writer)};
    return writer.define(pair_type<typename A::Element, typename B::Element>(),
                         "{" + names[0] + ", " + names[1] + "}");
}

/// Returns pairs of elements of two expressions, which broadcast to each other. Only kernels can
/// use the pairs, because the elements of an array cannot be pairs.
template <ExpressionNode A, ExpressionNode B>
AnyExpression paired(const A& a, const B& b) {
    AnyExpression expression{.writer = &write_pair<A, B>,
                             .type = pair_type<typename A::Element, typename B::Element>()};
    a.collect(expression.operands);
    b.collect(expression.operands);
    expression.shape = expression.operands.shape();
    return expression;
}

}  // namespace glint::detail
