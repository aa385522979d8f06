#pragma once

#include <utility>

#include <glint/array/operation.hpp>

/// Functions of array elements, for expressions: CUDA's maths library under its own names. Each is
/// as accurate as CUDA documents (the CPU's are, too); half and bfloat16 are computed in float.
/// Integers count as float up to 16 bits and as double beyond. Complex numbers are taken by those
/// of which that is said.
namespace glint {
namespace detail {

/// What a function computes in: itself, but for 16 bits float.
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

/// Of floating-point numbers alone.
template <Code Text>
struct RealFunction : Function<Text> {
    template <class... Elements>
    using Result = typename Function<Text>::template Result<Elements...>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        static_assert(!kIsComplex<Result<Elements...>>, "this function takes no complex numbers");
        return Function<Text>::template code<Elements...>(names, writer);
    }
};

/// Whether a floating-point number is of some kind. No integer is infinite or no number.
template <Code Text, bool OfIntegers>
struct Test {
    template <class Element>
    using Result = bool;

    template <class Element, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        static_assert(!kIsComplex<Element>, "this function takes no complex numbers");
        if constexpr (!kIsFloating<Element>) return OfIntegers ? "true" : "false";
        return filled(Text.view(), converted<Computed<Element>, Element>(names));
    }
};

/// Of the type common to all, numbers in an order.
template <Code Text>
struct Selection {
    template <class... Elements>
    using Result = CommonOf<Elements...>;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        using To = Result<Elements...>;
        static_assert(!kIsComplex<To>, "complex numbers have no order");
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
        static_assert(!kIsComplex<Element> || kIsComplex<To>,
                      "a complex number is no real one: take real(z), imag(z) or abs(z)");
        return SourceWriter::converted(names[0], kElementType<Element>, kElementType<To>);
    }
};

struct Choice {
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
    static std::string code(const Names& names, SourceWriter&) {
        if constexpr (kIsComplex<Element>) return "abs(" + names[0] + ")";
        if constexpr (std::is_unsigned_v<Element>) return names[0];
        if constexpr (std::is_integral_v<Element>)
            return narrowed<Element>(names[0] + " < 0 ? 0 - " + names[0] + " : " + names[0]);
        using In = Computed<Element>;
        return SourceWriter::converted(filled("fabs({})", converted<In, Element>(names)),
                                       kElementType<In>, kElementType<Element>);
    }
};

/// A part of a complex number, or what the text for real ones says.
template <Code Text, Code RealText>
struct ComplexPart {
    template <class Element>
    using Result = typename RealOf<Element>::Type;

    template <class Element, class Names>
    static std::string code(const Names& names, SourceWriter&) {
        return filled(kIsComplex<Element> ? Text.view() : RealText.view(), names);
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

/// Whole-number powers of integers by squaring; else the maths library's.
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

using RealPart = ComplexPart<"{}.re", "{}">;
using ImaginaryPart = ComplexPart<"{}.im", "{} * 0">;
using Angle = ComplexPart<"arg({})", "angle_of_real({})">;
using IsNan = Test<"isnan({})", false>;
using IsInfinite = Test<"isinf({})", false>;
using IsFinite = Test<"isfinite({})", true>;
using IsNegative = Test<"signbit({})", false>;
// The first is given if it is no number, as the comparison fails for the second.
using Minimum = Selection<"smaller({}, {})">;
using Maximum = Selection<"larger({}, {})">;
using Sign = Selection<"sign_of({})">;

/// Exponents that are whole numbers.
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
        static_assert(!kIsComplex<Type>, "this function takes no complex numbers");
        using In = Computed<Type>;
        const std::string number =
            SourceWriter::converted(names[0], kElementType<A>, kElementType<In>);
        return SourceWriter::converted("ldexp(" + number + ", " + names[1] + ")", kElementType<In>,
                                       kElementType<Type>);
    }
};

template <class Operation, class A, class B, class C>
auto ternary(const A& a, const B& b, const C& c) {
    return apply<Operation>(node_of(a), side<A>(b), side<A>(c));
}

}  // namespace detail

// clang-format off
#define GLINT_FUNCTION(name, kind) \
    template <ArrayLike A> auto name(const A& a) { return detail::unary<detail::kind>(a); }
#define GLINT_FUNCTION_OF_TWO(name, kind) \
    template <class A, class B> requires detail::Operands<A, B> \
    auto name(const A& a, const B& b) { return detail::binary<detail::kind>(a, b); }

// Also of complex numbers.
GLINT_FUNCTION(exp, Function<"exp({})">)
GLINT_FUNCTION(log, Function<"log({})">)
GLINT_FUNCTION(sqrt, Function<"sqrt({})">)
GLINT_FUNCTION(sin, Function<"sin({})">)
GLINT_FUNCTION(cos, Function<"cos({})">)
GLINT_FUNCTION(tan, Function<"tan({})">)
GLINT_FUNCTION(sinh, Function<"sinh({})">)
GLINT_FUNCTION(cosh, Function<"cosh({})">)
GLINT_FUNCTION(tanh, Function<"tanh({})">)
/// The magnitude.
GLINT_FUNCTION(abs, Magnitude)
GLINT_FUNCTION(fabs, Magnitude)
GLINT_FUNCTION(real, RealPart)
GLINT_FUNCTION(imag, ImaginaryPart)
GLINT_FUNCTION(conj, Conjugate)
/// The angle in radians, from -pi to pi.
GLINT_FUNCTION(arg, Angle)
/// The number with these two parts.
GLINT_FUNCTION_OF_TWO(complex, Complex)

// Of real numbers.
GLINT_FUNCTION(exp2, RealFunction<"exp2({})">)
GLINT_FUNCTION(exp10, RealFunction<"exp10({})">)
GLINT_FUNCTION(expm1, RealFunction<"expm1({})">)
GLINT_FUNCTION(log2, RealFunction<"log2({})">)
GLINT_FUNCTION(log10, RealFunction<"log10({})">)
GLINT_FUNCTION(log1p, RealFunction<"log1p({})">)
GLINT_FUNCTION(cbrt, RealFunction<"cbrt({})">)
GLINT_FUNCTION(rsqrt, RealFunction<"rsqrt({})">)
GLINT_FUNCTION(asin, RealFunction<"asin({})">)
GLINT_FUNCTION(acos, RealFunction<"acos({})">)
GLINT_FUNCTION(atan, RealFunction<"atan({})">)
GLINT_FUNCTION(asinh, RealFunction<"asinh({})">)
GLINT_FUNCTION(acosh, RealFunction<"acosh({})">)
GLINT_FUNCTION(atanh, RealFunction<"atanh({})">)
GLINT_FUNCTION(sinpi, RealFunction<"sinpi({})">)
GLINT_FUNCTION(cospi, RealFunction<"cospi({})">)
GLINT_FUNCTION(erf, RealFunction<"erf({})">)
GLINT_FUNCTION(erfc, RealFunction<"erfc({})">)
GLINT_FUNCTION(erfinv, RealFunction<"erfinv({})">)
GLINT_FUNCTION(erfcinv, RealFunction<"erfcinv({})">)
GLINT_FUNCTION(normcdf, RealFunction<"normcdf({})">)
GLINT_FUNCTION(normcdfinv, RealFunction<"normcdfinv({})">)
GLINT_FUNCTION(tgamma, RealFunction<"tgamma({})">)
GLINT_FUNCTION(lgamma, RealFunction<"lgamma({})">)
GLINT_FUNCTION(j0, RealFunction<"j0({})">)
GLINT_FUNCTION(j1, RealFunction<"j1({})">)
GLINT_FUNCTION(y0, RealFunction<"y0({})">)
GLINT_FUNCTION(y1, RealFunction<"y1({})">)
GLINT_FUNCTION(ceil, RealFunction<"ceil({})">)
GLINT_FUNCTION(floor, RealFunction<"floor({})">)
GLINT_FUNCTION(trunc, RealFunction<"trunc({})">)
/// To the nearest whole number, halves away from 0; rint takes halves to the even one.
GLINT_FUNCTION(round, RealFunction<"round({})">)
GLINT_FUNCTION(rint, RealFunction<"rint({})">)
/// -1, 0 or 1; no number for no number.
GLINT_FUNCTION(sign, Sign)
GLINT_FUNCTION(isnan, IsNan)
GLINT_FUNCTION(isinf, IsInfinite)
GLINT_FUNCTION(isfinite, IsFinite)
/// Whether the sign bit is set.
GLINT_FUNCTION(signbit, IsNegative)
/// To radians, and to degrees.
GLINT_FUNCTION(radians, RealFunction<"radians_of({})">)
GLINT_FUNCTION(degrees, RealFunction<"degrees_of({})">)

GLINT_FUNCTION_OF_TWO(atan2, RealFunction<"atan2({}, {})">)
GLINT_FUNCTION_OF_TWO(hypot, RealFunction<"hypot({}, {})">)
GLINT_FUNCTION_OF_TWO(fmod, RealFunction<"fmod({}, {})">)
GLINT_FUNCTION_OF_TWO(remainder, RealFunction<"remainder({}, {})">)
GLINT_FUNCTION_OF_TWO(fdim, RealFunction<"fdim({}, {})">)
GLINT_FUNCTION_OF_TWO(copysign, RealFunction<"copysign({}, {})">)
GLINT_FUNCTION_OF_TWO(nextafter, RealFunction<"nextafter({}, {})">)
/// Integers by whole-number exponents (a negative one gives 0, of 1 and -1 their power); floating-point
/// and complex numbers as the maths library's.
GLINT_FUNCTION_OF_TWO(pow, Power)
/// The smaller and the larger. If one is no number, so is the result; fmin and fmax give the other.
GLINT_FUNCTION_OF_TWO(minimum, Minimum)
GLINT_FUNCTION_OF_TWO(maximum, Maximum)
GLINT_FUNCTION_OF_TWO(fmin, RealFunction<"fmin({}, {})">)
GLINT_FUNCTION_OF_TWO(fmax, RealFunction<"fmax({}, {})">)
#undef GLINT_FUNCTION
#undef GLINT_FUNCTION_OF_TWO
// clang-format on

/// Elements as type T: integers wrap, floating-point numbers go to integers towards 0.
template <class T, ArrayLike A>
auto cast(const A& a) {
    return detail::unary<detail::Cast<T>>(a);
}

/// a * 2^b.
template <ArrayLike A, class B>
    requires detail::Operands<A, B>
auto ldexp(const A& a, const B& b) {
    return detail::apply<detail::Ldexp>(detail::node_of(a), detail::integers(b));
}

/// Where `condition` is not 0 the element of `a`, else that of `b`.
template <ArrayLike Condition, class A, class B>
    requires detail::Operands<A, B>
auto where(const Condition& condition, const A& a, const B& b) {
    return detail::apply<detail::Choice>(detail::node_of(condition), detail::side<B>(a),
                                         detail::side<A>(b));
}
/// The same for two plain numbers.
template <ArrayLike Condition, PlainNumber S>
auto where(const Condition& condition, S a, S b) {
    return detail::apply<detail::Choice>(detail::node_of(condition), detail::ScalarNode<S>(a),
                                         detail::ScalarNode<S>(b));
}

/// `a`, but no less than `low` and no more than `high`.
template <ArrayLike A, class Low, class High>
auto clamp(const A& a, const Low& low, const High& high) {
    return minimum(maximum(a, low), high);
}

/// a * b + c, rounded once if they are floating-point numbers.
template <ArrayLike A, class B, class C>
auto fma(const A& a, const B& b, const C& c) {
    return detail::ternary<detail::RealFunction<"fma({}, {}, {})">>(a, b, c);
}

/// The fraction and the whole part of each, both with its sign.
template <ArrayLike A>
auto modf(const A& a) {
    const auto whole = trunc(a);
    return std::pair(detail::binary<detail::RealFunction<"fraction_of({}, {})">>(a, whole), whole);
}

}  // namespace glint
