// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include <glint/array/detail/operation.hpp>

/// Kinds of elementwise functions, which differ in how they choose types; see functions.hpp.
namespace glint::detail {

/// The type in which functions compute: T itself, or float for 16-bit types.
template <class T>
using Computed = std::conditional_t<(kIsFloating<T> && sizeof(T) == 2), float, T>;

/// A function of floating-point numbers.
template <Code Text>
struct Function {
    template <class... Elements>
    using Result = CommonOf<Floating<Elements>...>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        using Type = Result<Elements...>;
        using In = Computed<Type>;
        writer.declare(kElementType<In>.header);
        const std::string value = filled(Text.view(), converted<In, Elements...>(names));
        return SourceWriter::converted(value, kElementType<In>, kElementType<Type>);
    }
};

/// A function that does not support complex numbers.
template <Code Text>
struct RealFunction : Function<Text> {
    template <class... Elements>
    using Result = typename Function<Text>::template Result<Elements...>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        static_assert(!kIsComplex<Result<Elements...>>,
                      "this function does not support complex numbers");
        return Function<Text>::template code<Elements...>(names, writer);
    }
};

/// nextafter: the next representable number of a type. Unlike other functions, it does not compute
/// 16-bit types in float, because the next float would round back to the same 16-bit number.
struct Following {
    template <class... Elements>
    using Result = CommonOf<Floating<Elements>...>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        using To = Result<Elements...>;
        if constexpr (kIsFloating<To> && sizeof(To) == 2) {
            writer.declare("#include <glint/half.cuh>\n");
            return filled("glint::next_after({}, {})", converted<To, Elements...>(names));
        } else {
            return RealFunction<"nextafter({}, {})">::template code<Elements...>(names, writer);
        }
    }
};

/// A test of floating-point numbers. Integers are never NaN or infinity.
template <Code Text, bool OfIntegers>
struct Test {
    template <class Element>
    using Result = bool;

    template <class Element, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        static_assert(!kIsComplex<Element>, "this function does not support complex numbers");
        if constexpr (!kIsFloating<Element>) return OfIntegers ? "true" : "false";
        return filled(Text.view(), converted<Computed<Element>, Element>(names));
    }
};

/// A function of ordered numbers that returns their common type, such as the minimum.
template <Code Text>
struct Selection {
    template <class... Elements>
    using Result = CommonOf<Elements...>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        using To = Result<Elements...>;
        static_assert(!kIsComplex<To>, "complex numbers cannot be ordered");
        using In = Computed<To>;
        return SourceWriter::converted(filled(Text.view(), converted<In, Elements...>(names)),
                                       kElementType<In>, kElementType<To>);
    }
};

template <class To>
struct Cast {
    template <class Element>
    using Result = To;

    template <class Element, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        static_assert(
            !kIsComplex<Element> || kIsComplex<To>,
            "a complex number cannot be cast to a real number. Use real(z), imag(z) or abs(z)");
        return SourceWriter::converted(names[0], kElementType<Element>,
                                       kElementType<ComponentOf<To>>);
    }
};

struct Choice {
    static constexpr bool kMoves = true;
    template <class Condition, class A, class B>
    using Result = Common<A, B>;

    template <class Condition, class A, class B, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        const ElementType &to = kElementType<Common<A, B>>, &condition = kElementType<Condition>;
        return SourceWriter::converted(names[0], condition, kElementType<bool>) + " ? " +
               SourceWriter::converted(names[1], kElementType<A>, to) + " : " +
               SourceWriter::converted(names[2], kElementType<B>, to);
    }
};

struct Magnitude {
    template <class Element>
    using Result = typename RealOf<Element>::Type;

    template <class Element, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        if constexpr (kIsComplex<Element>) return "abs(" + names[0] + ")";
        if constexpr (std::is_unsigned_v<Element>) return names[0];
        if constexpr (std::is_integral_v<Element>)
            return names[0] + " < 0 ? " + wrapped<Element>("-{}", std::array{names[0]}, writer) +
                   " : " + names[0];
        using In = Computed<Element>;
        return SourceWriter::converted(filled("fabs({})", converted<In, Element>(names)),
                                       kElementType<In>, kElementType<Element>);
    }
};

struct RealPart {
    template <class Element>
    using Result = typename RealOf<Element>::Type;

    template <class Element, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        return kIsComplex<Element> ? names[0] + ".re" : names[0];
    }
};
struct ImaginaryPart {
    template <class Element>
    using Result = typename RealOf<Element>::Type;

    template <class Element, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        if constexpr (kIsComplex<Element>) return names[0] + ".im";
        return SourceWriter::converted("0", kElementType<int>, kElementType<Element>);
    }
};
/// The angle of a number; for real numbers 0 or pi, depending on the sign.
struct Angle {
    template <class Element>
    using Result = typename RealOf<Floating<Element>>::Type;

    template <class Element, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        if constexpr (kIsComplex<Element>) return "arg(" + names[0] + ")";
        return Function<"angle_of_real({})">::code<Element>(names, writer);
    }
};

struct Conjugate {
    template <class Element>
    using Result = Element;

    template <class Element, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        return kIsComplex<Element> ? "conj(" + names[0] + ")" : names[0];
    }
};

struct Complex {
    template <class A, class B>
    using Result = std::complex<Common<Common<A, B>, float>>;

    template <class A, class B, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        const ElementType& type = kElementType<Result<A, B>>;
        writer.declare(type.header);
        using Real = typename RealOf<Result<A, B>>::Type;
        return std::string(type.name) + filled("({}, {})", converted<Real, A, B>(names));
    }
};

/// Powers of integers by squaring; for other numbers, pow of the math library.
struct Power {
    template <class A, class B>
    using Result =
        std::conditional_t<std::is_integral_v<Common<A, B>>, Counted<Common<A, B>>, Common<A, B>>;

    template <class A, class B, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        using To = Result<A, B>;
        if constexpr (std::is_integral_v<To>) {
            writer.declare("#include <glint/expression/integers.cuh>\n");
            return filled("power({}, {})", converted<To, A, B>(names));
        } else {
            return Function<"pow({}, {})">::template code<A, B>(names, writer);
        }
    }
};

using IsNan = Test<"isnan({})", false>;
using IsInfinite = Test<"isinf({})", false>;
using IsFinite = Test<"isfinite({})", true>;
using IsNegative = Test<"signbit({})", false>;
// If the first operand is NaN, it is returned. If only the second operand is NaN, the comparison is
// false, so the second operand is returned.
using Minimum = Selection<"smaller({}, {})">;
using Maximum = Selection<"larger({}, {})">;
using Sign = Selection<"sign_of({})">;

/// A function with separate code for integers, which floating-point types might not represent
/// exactly. Integers use a Selection; other numbers use a RealFunction.
template <Code Text, Code IntegerText>
struct EitherSelection {
    template <class... Elements>
    using Result = CommonOf<Elements...>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        if constexpr (std::is_integral_v<Result<Elements...>>)
            return Selection<IntegerText>::template code<Elements...>(names, writer);
        else
            return RealFunction<Text>::template code<Elements...>(names, writer);
    }
};

/// A quotient rounded down. Integers divided by 0 give 0.
struct FloorQuotient {
    template <class... Elements>
    using Result = Counted<CommonOf<Elements...>>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        using To = Result<Elements...>;
        using In = Computed<To>;
        static_assert(!kIsComplex<To>, "complex numbers cannot be rounded down");
        const auto both = converted<In, Elements...>(names);
        if constexpr (std::is_integral_v<To>) {
            writer.declare("#include <glint/expression/integers.cuh>\n");
            return filled("floor_quotient({}, {})", both);
        } else {
            return SourceWriter::converted(filled("floor_ratio({}, {})", both), kElementType<In>,
                                           kElementType<To>);
        }
    }
};

/// The type in which two elements are compared within a tolerance.
template <class A, class B>
using Compared = Computed<CommonOf<Floating<A>, Floating<B>>>;

/// Takes a, b, a relative and an absolute tolerance, and a flag that makes two NaNs close.
struct IsClose {
    template <class... Elements>
    using Result = bool;

    template <class A, class B, class... Numbers, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        using In = Compared<A, B>;
        writer.declare(kElementType<In>.header);
        const auto both = converted<In, A, B>({names[0], names[1]});
        return "are_close(" + both[0] + ", " + both[1] + ", " + names[2] + ", " + names[3] + ", " +
               names[4] + ")";
    }
};

/// Takes a, b, and a flag that makes two NaNs equal.
struct IsEqual {
    template <class... Elements>
    using Result = bool;

    template <class A, class B, class OfNoNumbers, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        const auto both = converted<CommonOf<A, B>, A, B>({names[0], names[1]});
        return "are_equal(" + both[0] + ", " + both[1] + ", " + names[2] + ")";
    }
};

/// Takes an element and the replacements for NaN, infinity and minus infinity.
struct NanToNum {
    template <class Element, class... Numbers>
    using Result = Element;

    template <class Element, class... Numbers, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        using In = Computed<Element>;
        const std::string value =
            SourceWriter::converted(names[0], kElementType<Element>, kElementType<In>);
        return SourceWriter::converted(
            "finite_of(" + value + ", " + names[1] + ", " + names[2] + ", " + names[3] + ")",
            kElementType<In>, kElementType<Element>);
    }
};

/// The largest finite number of a floating-point type.
template <class T>
constexpr double greatest_finite() {
    if constexpr (std::is_same_v<T, half>) return 65504.0;
    if constexpr (std::is_same_v<T, bfloat16>) return 0x1.FEp127;
    if constexpr (std::is_same_v<T, float>) return std::numeric_limits<float>::max();
    return std::numeric_limits<double>::max();
}

/// A function of floating-point numbers that returns integers.
template <Code Text, class To>
struct ToInteger {
    template <class... Elements>
    using Result = To;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        using In = Computed<CommonOf<Floating<Elements>...>>;
        static_assert(!kIsComplex<In>, "this function does not support complex numbers");
        return filled(Text.view(), converted<In, Elements...>(names));
    }
};

using Exponent = ToInteger<"exponent_of({})", int>;  ///< the power of 2 by which frexp scales
using LastBits = ToInteger<"quotient_of({}, {})", int>;
using NearestEven = ToInteger<"llrint({})", std::int64_t>;
using Nearest = ToInteger<"llround({})", std::int64_t>;
using Ilogb = ToInteger<"ilogb({})", int>;

using FMin = EitherSelection<"fmin({}, {})", "smaller({}, {})">;
using FMax = EitherSelection<"fmax({}, {})", "larger({}, {})">;

/// Returns a node of ints with the elements of `expression`, which must be integers, such as
/// exponents.
template <class E>
auto integers(const E& expression) {
    if constexpr (ArrayLike<E>)
        return unary<Cast<int>>(expression);
    else
        return ScalarNode<int>(static_cast<int>(expression));
}

struct Ldexp {
    template <class A, class B>
    using Result = Floating<A>;

    template <class A, class B, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        using Type = Floating<A>;
        static_assert(!kIsComplex<Type>, "this function does not support complex numbers");
        using In = Computed<Type>;
        const std::string number =
            SourceWriter::converted(names[0], kElementType<A>, kElementType<In>);
        return SourceWriter::converted("ldexp(" + number + ", " + names[1] + ")", kElementType<In>,
                                       kElementType<Type>);
    }
};

/// A function of a number and an integer order, such as the order of a Bessel function.
template <Code Text>
struct OfOrder {
    template <class Order, class Element>
    using Result = Floating<Element>;

    template <class Order, class Element, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        using Type = Floating<Element>;
        static_assert(!kIsComplex<Type>, "this function does not support complex numbers");
        using In = Computed<Type>;
        const std::array both{
            names[0], SourceWriter::converted(names[1], kElementType<Element>, kElementType<In>)};
        return SourceWriter::converted(filled(Text.view(), both), kElementType<In>,
                                       kElementType<Type>);
    }
};

template <class Operation, class A, class B, class C>
auto ternary(const A& a, const B& b, const C& c) {
    return apply<Operation>(node_of(a), side<A>(b), side<A>(c));
}

}  // namespace glint::detail
