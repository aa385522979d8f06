// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include <glint/array/expression.hpp>

namespace glint {
namespace detail {

/// A parameter of an elementwise function. It represents a value of type T in the function's
/// expression.
template <class T, char Name>
struct Symbol : ExpressionTag {
    using Element = T;

    void collect(OperandList&) const {}
    static std::string write(SourceWriter&) { return std::string(1, Name); }
};

/// Returns the node that a C++ callable returns for symbols of these types.
template <class Function, class... Symbols>
auto traced(const Function& function, Symbols... symbols) {
    static_assert(std::is_invocable_v<const Function&, Symbols...>,
                  "a function of elements must accept expressions, such as [](auto a, auto b) { "
                  "... }, because kernels cannot call host functions. Use where(condition, a, b) "
                  "instead of a branch");
    using Result = decltype(function(symbols...));
    static_assert(ArrayOrExpression<Result>,
                  "a function of elements must return an expression of its parameters, because "
                  "kernels cannot call host functions");
    return node_of(function(symbols...));
}

/// A type-erased elementwise function; only `writer` knows the types.
struct AnyFunction {
    Writer writer = nullptr;
    ElementType type{};      ///< type of the result
    OperandList operands{};  ///< scalars that the callable captured
};

/// Traces a callable of two Ts and returns it as a type-erased function.
template <class T, class Function>
AnyFunction operator_of(const Function& function) {
    const auto node = traced(function, Symbol<T, 'a'>(), Symbol<T, 'b'>());
    using Node = std::remove_const_t<decltype(node)>;
    AnyFunction result{.writer = &Node::write, .type = kElementType<typename Node::Element>};
    node.collect(result.operands);
    return result;
}

/// Returns the device code of a struct `name` whose call operator computes the function of (a, b).
/// The members of the struct are the function's scalars; without scalars, the struct is empty. The
/// operator takes two values of type `parameter` and returns a value of type `result`.
std::string operator_source(const std::string& name, const AnyFunction& function,
                            const ElementType& parameter, const ElementType& result);
inline std::string operator_source(const std::string& name, const AnyFunction& function,
                                   const ElementType& type) {
    return operator_source(name, function, type, type);
}

}  // namespace detail
}  // namespace glint
