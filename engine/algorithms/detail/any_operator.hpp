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

/// An operator on elements as CUDA C++ for kernels: an expression of `a`, what comes before, and
/// `b`, what comes behind, as in "a * b". `preamble` stands before it: includes, functions.
struct OperatorCode {
    std::string code;
    std::string preamble{};
};

namespace detail {

class KernelRecipe;

/// What numbers of 16 bits are combined in: float. Others are combined as they are.
template <class T>
using CombinedAs = std::conditional_t<kIsFloating<T> && sizeof(T) == 2, float, T>;

/// The device's Known<T>, whose bytes are all 0 where nothing is known.
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

/// An operator on two values of `type`, with its neutral element: a callable of the host's that
/// was traced, or code.
struct AnyOperator {
    AnyFunction function{};
    OperatorCode code{};  ///< if there is no function
    ElementType type{};
    ElementType operand{};  ///< what the operator takes: `type`, or what a Known of it holds
    std::vector<std::byte> neutral{};

    /// Tells a recipe the device code of a struct `name` that is the operator.
    void describe(KernelRecipe& recipe, const std::string& name) const;
    /// What the struct holds: at least a byte.
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

/// On values that are there or not, as no neutral element is known.
template <class T, class Operator>
AnyOperator any_operator(const Operator& op) {
    AnyOperator result = operator_without_neutral<T>(op);
    result.type = known_type<T>();
    result.neutral.resize(result.type.size_bytes);
    return result;
}

}  // namespace detail
}  // namespace glint
