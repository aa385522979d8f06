// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>

#include <array/host_functions.hpp>

/// Expressions of many operations on three operands, drawn at compile time, so that each tree is a
/// type. A tree computes with arrays or with host values, and can print itself as text.
namespace glint::test {

constexpr std::uint32_t mixed(std::uint32_t a, std::uint32_t b) {
    std::uint32_t x = a * 0x9e3779b9u + b * 0x85ebca6bu + 0x27d4eb2fu;
    x = (x ^ (x >> 15)) * 0x2c1b3c6du;
    x = (x ^ (x >> 12)) * 0x297a2d39u;
    return x ^ (x >> 15);
}

/// Replaces each "{}" in `form` with an operand.
inline std::string put_in(std::string_view form, std::initializer_list<std::string> operands) {
    std::string text;
    auto next = operands.begin();
    for (std::size_t i = 0; i < form.size(); ++i) {
        if (form.substr(i, 2) == "{}") {
            text += *next++;
            ++i;
        } else {
            text += form[i];
        }
    }
    return text;
}

namespace ops {

// Unqualified calls let argument-dependent lookup find the functions of each operand type.
#define GLINT_TREE_OPERATION(name, text, ...)                         \
    struct name {                                                     \
        static constexpr std::string_view kForm = text;               \
        auto operator()([[maybe_unused]] const auto& a,               \
                        [[maybe_unused]] const auto&... rest) const { \
            return of(a, rest...);                                    \
        }                                                             \
        __VA_ARGS__                                                   \
    };
#define GLINT_UNARY(name, text, expression) \
    GLINT_TREE_OPERATION(name, text, static auto of(const auto& a) { return expression; })
#define GLINT_BINARY(name, text, expression) \
    GLINT_TREE_OPERATION(                    \
        name, text, static auto of(const auto& a, const auto& b) { return expression; })

// Operations on integers only
GLINT_BINARY(Remainder, "({} % {})", a % b)
GLINT_BINARY(BitAnd, "({} & {})", a& b)
GLINT_BINARY(BitOr, "({} | {})", a | b)
GLINT_BINARY(BitXor, "({} ^ {})", a ^ b)
GLINT_BINARY(ShiftLeft, "({} << {})", a << b)
GLINT_BINARY(ShiftRight, "({} >> {})", a >> b)
GLINT_UNARY(ShiftBy, "({} << 3)", a << 3)
GLINT_UNARY(BitNot, "~{}", ~a)
// Operations on all numbers
GLINT_BINARY(Add, "({} + {})", a + b)
GLINT_BINARY(Subtract, "({} - {})", a - b)
GLINT_BINARY(Multiply, "({} * {})", a* b)
GLINT_BINARY(Divide, "({} / {})", a / b)
GLINT_BINARY(Minimum, "minimum({}, {})", minimum(a, b))
GLINT_BINARY(Maximum, "maximum({}, {})", maximum(a, b))
GLINT_BINARY(Less, "({} < {})", a < b)
GLINT_BINARY(LessEqual, "({} <= {})", a <= b)
GLINT_BINARY(Equal, "({} == {})", a == b)
GLINT_BINARY(NotEqual, "({} != {})", a != b)
GLINT_BINARY(BothTrue, "({} && {})", a&& b)
GLINT_UNARY(Negate, "-{}", -a)
GLINT_UNARY(Not, "!{}", !a)
GLINT_UNARY(Magnitude, "abs({})", abs(a))
GLINT_UNARY(AddThree, "({} + 3)", a + 3)
GLINT_UNARY(TwoLess, "(2 - {})", 2 - a)
GLINT_UNARY(Half, "({} * 0.5)", a * 0.5)
GLINT_UNARY(Fifth, "({} / 5)", a / 5)
GLINT_UNARY(AtMostSeven, "minimum({}, 7)", minimum(a, 7))
// Operations on floating-point numbers
GLINT_BINARY(Hypot, "hypot({}, {})", hypot(a, b))
GLINT_UNARY(Sine, "sin({})", sin(a))
GLINT_UNARY(Cosine, "cos({})", cos(a))
GLINT_UNARY(Tanh, "tanh({})", tanh(a))
GLINT_UNARY(ArcTangent, "atan({})", atan(a))
GLINT_UNARY(Root, "sqrt(abs({}))", sqrt(abs(a)))
GLINT_UNARY(Decay, "exp(-abs({}))", exp(-abs(a)))
GLINT_UNARY(Logarithm, "log1p(abs({}))", log1p(abs(a)))
GLINT_UNARY(Floor, "floor({})", floor(a))
GLINT_UNARY(Ceil, "ceil({})", ceil(a))
GLINT_UNARY(Round, "rint({})", rint(a))
GLINT_UNARY(Truncate, "trunc({})", trunc(a))
GLINT_UNARY(IsFinite, "isfinite({})", isfinite(a))

#undef GLINT_BINARY
#undef GLINT_UNARY
#undef GLINT_TREE_OPERATION

struct Where {
    static constexpr std::string_view kForm = "where({}, {}, {})";
    auto operator()(const auto& c, const auto& a, const auto& b) const { return where(c, a, b); }
};
template <class T>
struct To {
    static constexpr std::string_view kForm = "cast({})";
    auto operator()(const auto& a) const { return cast<T>(a); }
};

// clang-format off
using OneInteger = std::tuple<BitNot, ShiftBy, Negate, Not, Magnitude, AddThree, TwoLess, Half, Fifth, AtMostSeven,
                              To<std::int8_t>, To<std::uint16_t>, To<std::int64_t>, To<float>, To<double>, To<bool>, Sine, Root>;
using TwoIntegers = std::tuple<Add, Subtract, Multiply, Divide, Remainder, BitAnd, BitOr, BitXor, ShiftLeft, ShiftRight,
                               Minimum, Maximum, Less, Equal, NotEqual, BothTrue, Hypot>;
using OneNumber = std::tuple<Negate, Magnitude, AddThree, TwoLess, Half, Fifth, AtMostSeven, Sine, Cosine, Tanh, ArcTangent,
                             Root, Decay, Logarithm, Floor, Ceil, Round, Truncate, IsFinite, To<int>, To<std::uint8_t>,
                             To<half>, To<float>, To<double>, To<bfloat16>>;
using TwoNumbers = std::tuple<Add, Subtract, Multiply, Add, Multiply, Divide, Minimum, Maximum, Less, LessEqual, Hypot>;
// clang-format on

}  // namespace ops

template <std::size_t Number, class T>
struct Leaf {
    using Type = T;
    static constexpr int kLeaves = 1;
    static constexpr unsigned kUses = 1u << Number;

    static auto of(const auto& operands) { return std::get<Number>(operands); }
    static std::string text() { return "x" + std::to_string(Number); }
};

template <class Operation, class... Arguments>
struct Tree {
    using Type = typename decltype(Operation()(Value<typename Arguments::Type>()...))::Element;
    static constexpr int kLeaves = (Arguments::kLeaves + ...);
    static constexpr unsigned kUses = (Arguments::kUses | ...);

    static auto of(const auto& operands) { return Operation()(Arguments::of(operands)...); }
    static std::string text() {
        std::string form(Operation::kForm);
        if (form == "cast({})")
            form = "cast<" + std::string(detail::kElementType<Type>.name) + ">({})";
        return put_in(form, {Arguments::text()...});
    }
};

template <std::uint32_t Seed, class List>
using Drawn = std::tuple_element_t<Seed % std::tuple_size_v<List>, List>;

template <class A>
using UnaryOperations =
    std::conditional_t<std::is_integral_v<typename A::Type>, ops::OneInteger, ops::OneNumber>;
template <class A, class B>
using BinaryOperations =
    std::conditional_t<std::is_integral_v<detail::Common<typename A::Type, typename B::Type>>,
                       ops::TwoIntegers, ops::TwoNumbers>;

/// A tree with a depth of at most `Depth`, whose leaves have types from `Types`.
template <class Types, std::uint32_t Seed, int Depth>
constexpr auto grown() {
    constexpr std::uint32_t which = mixed(Seed, 17) % 20;
    if constexpr (Depth == 0 || (Depth < 3 && which < 3)) {
        constexpr std::size_t number = mixed(Seed, 5) % std::tuple_size_v<Types>;
        return Leaf<number, std::tuple_element_t<number, Types>>();
    } else if constexpr (which < 7) {
        using A = decltype(grown<Types, mixed(Seed, 1), Depth - 1>());
        return Tree<Drawn<mixed(Seed, 3), UnaryOperations<A>>, A>();
    } else {
        using A = decltype(grown<Types, mixed(Seed, 1), Depth - 1>());
        using B = decltype(grown<Types, mixed(Seed, 2), Depth - 1>());
        if constexpr (which < 10)
            return Tree<ops::Where, decltype(grown<Types, mixed(Seed, 4), 1>()), A, B>();
        else
            return Tree<Drawn<mixed(Seed, 3), BinaryOperations<A, B>>, A, B>();
    }
}

using LeafTypes =
    std::tuple<float, int, double, std::uint8_t, std::int64_t, half, float, std::uint32_t, bool,
               std::int16_t, double, bfloat16, std::int8_t, std::uint64_t, std::uint16_t, float>;

/// The tree that tests refer to by `Number`.
template <std::uint32_t Number>
struct RandomTree {
    using Types =
        std::tuple<Drawn<mixed(Number, 100), LeafTypes>, Drawn<mixed(Number, 101), LeafTypes>,
                   Drawn<mixed(Number, 102), LeafTypes>>;
    using Deep = decltype(grown<Types, mixed(Number, 103), 4>());
    using Shallow = decltype(grown<Types, mixed(Number, 104), 3>());
    using Type = std::conditional_t<Deep::kLeaves <= 12, Deep, Shallow>;
};

}  // namespace glint::test
