// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <glint/array/expression.hpp>

/// Kinds of operations on elements, which differ in how they choose types. An operation is defined
/// by its device code, in which "{}" is replaced by the next argument.
namespace glint::detail {

/// A string as a template argument.
template <std::size_t Size>
struct Code {
    char text[Size];

    consteval Code(const char (&given)[Size]) { std::copy_n(given, Size, text); }
    constexpr std::string_view view() const { return {text, Size - 1}; }
};

/// Returns `code` with each "{}" replaced by the next of `names`.
std::string filled(std::string_view code, std::span<const std::string> names);

/// The code that converts each name to type To.
template <class To, class... From>
std::array<std::string, sizeof...(From)> converted(
    const std::array<std::string, sizeof...(From)>& names) {
    std::array<std::string, sizeof...(From)> result;
    std::size_t i = 0;
    ((result[i] = SourceWriter::converted(names[i], kElementType<From>, kElementType<To>), ++i),
     ...);
    return result;
}

template <class First, class... Rest>
struct CommonOfAll {
    using Type = First;
};
template <class First, class Second, class... Rest>
struct CommonOfAll<First, Second, Rest...> {
    using Type = typename CommonOfAll<Common<First, Second>, Rest...>::Type;
};
template <class... Types>
using CommonOf = typename CommonOfAll<Types...>::Type;

/// The type of an arithmetic result. Two bools are added as ints. Other results have type T. C++
/// promotes narrow integers to int, so the generated code converts these results back to T.
template <class T>
using Counted = std::conditional_t<std::is_same_v<T, bool>, int, T>;

template <class T>
std::string narrowed(std::string code) {
    if constexpr (std::is_integral_v<T> && sizeof(T) < sizeof(int))
        return "static_cast<" + std::string(kElementType<T>.name) + ">(" + code + ")";
    else
        return code;
}

/// Returns code that computes with wraparound: operands are converted to unsigned, the result to
/// To.
template <class To, std::size_t Count>
std::string wrapped(std::string_view code, std::array<std::string, Count> names,
                    SourceWriter& writer) {
    writer.declare("#include <glint/expression/integers.cuh>\n");
    for (std::string& name : names) name = "wrapping(" + name + ")";
    return "static_cast<" + std::string(kElementType<To>.name) + ">(" + filled(code, names) + ")";
}

/// Converts both operands to their common type and computes the result in that type. Integers wrap.
template <Code Text>
struct Arithmetic {
    template <class... Elements>
    using Result = Counted<CommonOf<Elements...>>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        using To = Result<Elements...>;
        const auto both = converted<To, Elements...>(names);
        if constexpr (std::is_integral_v<To>) return wrapped<To>(Text.view(), both, writer);
        return filled(Text.view(), both);
    }
};

template <Code Text>
struct OnIntegers {
    template <class... Elements>
    using Result = CommonOf<Elements...>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        using To = Result<Elements...>;
        static_assert(std::is_integral_v<To>, "bitwise operations require integers");
        return narrowed<To>(filled(Text.view(), converted<To, Elements...>(names)));
    }
};

template <Code Text>
struct Shift {
    template <class... Elements>
    using Result = Counted<CommonOf<Elements...>>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        using To = Result<Elements...>;
        static_assert(std::is_integral_v<To>, "bitwise operations require integers");
        writer.declare("#include <glint/expression/integers.cuh>\n");
        return filled(Text.view(), converted<To, Elements...>(names));
    }
};

/// Inverts the bits of an integer, or negates a bool.
struct BitNot {
    template <class Element>
    using Result = Element;

    template <class Element, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        if constexpr (std::is_same_v<Element, bool>) return "!" + names[0];
        return OnIntegers<"~{}">::code<Element>(names, writer);
    }
};

/// Converts both operands to their common type and returns bool.
template <Code Text>
struct Comparison {
    template <class... Elements>
    using Result = bool;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        return filled(Text.view(), converted<CommonOf<Elements...>, Elements...>(names));
    }
};

/// A logical operation: nonzero elements are true.
template <Code Text>
struct Logical {
    template <class... Elements>
    using Result = bool;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        return filled(Text.view(), converted<bool, Elements...>(names));
    }
};

struct Quotient {
    template <class... Elements>
    using Result = Counted<CommonOf<Elements...>>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        using To = Result<Elements...>;
        const auto both = converted<To, Elements...>(names);
        if constexpr (!std::is_integral_v<To>) return filled("{} / {}", both);
        writer.declare("#include <glint/expression/integers.cuh>\n");
        return filled("quotient({}, {})", both);
    }
};

/// The remainder of truncating division; it has the sign of the dividend.
struct Remainder {
    template <class... Elements>
    using Result = Counted<CommonOf<Elements...>>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        using To = Result<Elements...>;
        static_assert(std::is_integral_v<To>,
                      "% does not support floating-point numbers. Use fmod or remainder");
        writer.declare("#include <glint/expression/integers.cuh>\n");
        return filled("remainder({}, {})", converted<To, Elements...>(names));
    }
};

using Sum = Arithmetic<"{} + {}">;
using Difference = Arithmetic<"{} - {}">;
using Product = Arithmetic<"{} * {}">;
using BitAnd = OnIntegers<"{} & {}">;
using BitOr = OnIntegers<"{} | {}">;
using BitXor = OnIntegers<"{} ^ {}">;
using ShiftLeft = Shift<"shifted_left({}, {})">;
using ShiftRight = Shift<"shifted_right({}, {})">;
using Equal = Comparison<"{} == {}">;
using NotEqual = Comparison<"{} != {}">;
using Less = Comparison<"{} < {}">;
using LessEqual = Comparison<"{} <= {}">;
using Greater = Comparison<"{} > {}">;
using GreaterEqual = Comparison<"{} >= {}">;
using And = Logical<"{} && {}">;
using Or = Logical<"{} || {}">;
using Negation = Arithmetic<"-{}">;
using Not = Logical<"!{}">;

template <class Operation, class A, class B>
auto binary(const A& a, const B& b) {
    return apply<Operation>(side<B>(a), side<A>(b));
}
template <class Operation, class A>
auto unary(const A& a) {
    return apply<Operation>(node_of(a));
}

}  // namespace glint::detail
