// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <glint/algorithms/detail/symbol.hpp>

namespace glint {

/// A binary operator as CUDA C++ code: an expression in terms of the preceding value `a` and the
/// following value `b`, such as "a * b". `preamble` is code that precedes the operator, such as
/// includes and functions.
struct OperatorCode {
    std::string code;
    std::string preamble{};
};

namespace detail {

class KernelRecipe;

/// The type in which elements are combined: float for 16-bit types, otherwise T.
template <class T>
using CombinedAs = std::conditional_t<kIsFloating<T> && sizeof(T) == 2, float, T>;

/// Returns the device type Known<T>, an optional T. A Known without a value has only zero bytes.
template <class T>
const ElementType& known_type() {
    static const std::string name = "Known<" + std::string(kElementType<T>.name) + ">";
    static const std::string header =
        std::string(kElementType<T>.header) + "#include <glint/expression/known.cuh>\n";
    static const ElementType type{name, header,
                                  sizeof(T) + std::max(sizeof(bool), kElementAlignment<T>),
                                  kElementAlignment<T>};
    return type;
}

/// An operator on two values of `type`, with its neutral element. The operator is given either by a
/// traced host callable or by code.
struct AnyOperator {
    AnyFunction function{};
    OperatorCode code{};  ///< used if `function` is empty
    ElementType type{};
    ElementType operand{};  ///< `type`, or the value type if `type` is a Known
    std::vector<std::byte> neutral{};

    /// Adds the operator's device code, a struct called `name`, to a recipe.
    void describe(KernelRecipe& recipe, const std::string& name) const;
    /// Returns the bytes of the struct's members, or one byte for a struct without members.
    std::vector<std::byte> members() const;

private:
    std::string source(const std::string& name) const;
};

template <class T, class Operator>
AnyOperator operator_without_neutral(const Operator& op) {
    AnyOperator result{.type = kElementType<T>, .operand = kElementType<T>};
    if constexpr (std::same_as<Operator, OperatorCode>)
        result.code = op;
    else if constexpr (std::is_convertible_v<Operator, std::string_view>)
        result.code.code = std::string_view(op);
    else
        result.function = operator_of<T>(op);
    return result;
}

template <class T, class Operator>
AnyOperator any_operator(const Operator& op, const T& neutral) {
    AnyOperator result = operator_without_neutral<T>(op);
    result.neutral.resize(sizeof(T));
    std::memcpy(result.neutral.data(), &neutral, sizeof(T));
    return result;
}

/// Returns an operator on optional values, for operators without a known neutral element.
template <class T, class Operator>
AnyOperator any_operator(const Operator& op) {
    AnyOperator result = operator_without_neutral<T>(op);
    result.type = known_type<T>();
    result.neutral.resize(result.type.size_bytes);
    return result;
}

}  // namespace detail
}  // namespace glint
