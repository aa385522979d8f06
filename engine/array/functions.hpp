// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <utility>

#include <glint/array/detail/function_kinds.hpp>

/// Functions of array elements, for expressions: CUDA's maths library under its own names, but for
/// `min`, `max` and `norm`, which reduce (here `minimum` and `maximum` join two). Each is as
/// accurate as CUDA documents (the CPU's are, too); half and bfloat16 are computed in float.
/// Integers count as float up to 16 bits and as double beyond. Complex numbers are taken by those
/// of which that is said.
namespace glint {

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
GLINT_FUNCTION(asin, Function<"asin({})">)
GLINT_FUNCTION(acos, Function<"acos({})">)
GLINT_FUNCTION(atan, Function<"atan({})">)
GLINT_FUNCTION(asinh, Function<"asinh({})">)
GLINT_FUNCTION(acosh, Function<"acosh({})">)
GLINT_FUNCTION(atanh, Function<"atanh({})">)
GLINT_FUNCTION(log10, Function<"log10({})">)
/// The magnitude.
GLINT_FUNCTION(abs, Magnitude)
GLINT_FUNCTION(fabs, Magnitude)
GLINT_FUNCTION(real, RealPart)
GLINT_FUNCTION(imag, ImaginaryPart)
GLINT_FUNCTION(conj, Conjugate)
/// The angle in radians, from -pi to pi; of real numbers 0, or pi if their sign is set.
GLINT_FUNCTION(arg, Angle)
/// The number with these two parts.
GLINT_FUNCTION_OF_TWO(complex, Complex)

// Functions of real numbers.
GLINT_FUNCTION(exp2, RealFunction<"exp2({})">)
GLINT_FUNCTION(exp10, RealFunction<"exp10({})">)
GLINT_FUNCTION(expm1, RealFunction<"expm1({})">)
GLINT_FUNCTION(log2, RealFunction<"log2({})">)
GLINT_FUNCTION(log1p, RealFunction<"log1p({})">)
GLINT_FUNCTION(cbrt, RealFunction<"cbrt({})">)
GLINT_FUNCTION(rsqrt, RealFunction<"rsqrt({})">)
GLINT_FUNCTION(rcbrt, RealFunction<"rcbrt({})">)
GLINT_FUNCTION(sinpi, RealFunction<"sinpi({})">)
GLINT_FUNCTION(cospi, RealFunction<"cospi({})">)
GLINT_FUNCTION(erf, RealFunction<"erf({})">)
GLINT_FUNCTION(erfc, RealFunction<"erfc({})">)
GLINT_FUNCTION(erfcx, RealFunction<"erfcx({})">)
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
GLINT_FUNCTION(cyl_bessel_i0, RealFunction<"bessel_i0_of({})">)
GLINT_FUNCTION(cyl_bessel_i1, RealFunction<"bessel_i1_of({})">)
GLINT_FUNCTION(ceil, RealFunction<"ceil({})">)
GLINT_FUNCTION(floor, RealFunction<"floor({})">)
GLINT_FUNCTION(trunc, RealFunction<"trunc({})">)
/// To the nearest whole number, halves away from 0; rint and nearbyint take halves to the even one.
GLINT_FUNCTION(round, RealFunction<"round({})">)
GLINT_FUNCTION(rint, RealFunction<"rint({})">)
GLINT_FUNCTION(nearbyint, RealFunction<"nearbyint({})">)
/// The nearest whole number as an integer of 64 bits; lround and llround take halves away from 0,
/// lrint and llrint to the even one.
GLINT_FUNCTION(lround, Nearest)
GLINT_FUNCTION(llround, Nearest)
GLINT_FUNCTION(lrint, NearestEven)
GLINT_FUNCTION(llrint, NearestEven)
/// The exponent of the magnitude, as a number and as an int: of the power of 2 that is not above it.
GLINT_FUNCTION(logb, RealFunction<"logb({})">)
GLINT_FUNCTION(ilogb, Ilogb)
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
/// 1 / hypot(a, b).
GLINT_FUNCTION_OF_TWO(rhypot, RealFunction<"inverse_norm_of({}, {})">)
GLINT_FUNCTION_OF_TWO(fmod, RealFunction<"fmod({}, {})">)
GLINT_FUNCTION_OF_TWO(remainder, RealFunction<"remainder({}, {})">)
GLINT_FUNCTION_OF_TWO(fdim, RealFunction<"fdim({}, {})">)
GLINT_FUNCTION_OF_TWO(copysign, RealFunction<"copysign({}, {})">)
GLINT_FUNCTION_OF_TWO(nextafter, Following)
/// Integers by whole-number exponents (a negative one gives 0, of 1 and -1 their power); floating-point
/// and complex numbers as the maths library's.
GLINT_FUNCTION_OF_TWO(pow, Power)
/// The smaller and the larger. If one is no number, so is the result; fmin and fmax give the other.
GLINT_FUNCTION_OF_TWO(minimum, Minimum)
GLINT_FUNCTION_OF_TWO(maximum, Maximum)
GLINT_FUNCTION_OF_TWO(fmin, FMin)
GLINT_FUNCTION_OF_TWO(fmax, FMax)
/// a / b rounded down, NumPy's //: from the exact remainder, so that 1 by 0.1 is 9.
/// Integers divided by 0 give 0.
GLINT_FUNCTION_OF_TWO(floor_divide, FloorQuotient)
// These ask whether elements are not 0, as the operators && || !, which evaluate both sides here.
GLINT_FUNCTION_OF_TWO(logical_and, And)
GLINT_FUNCTION_OF_TWO(logical_or, Or)
GLINT_FUNCTION(logical_not, Not)
#undef GLINT_FUNCTION
#undef GLINT_FUNCTION_OF_TWO
// clang-format on

/// Elements as type T. Integers wrap. Floating-point numbers go to integers towards 0, beyond
/// their range to the nearest there is, and no number to 0. To bool, all but 0 is true. Vectors go
/// to vectors of as many components, as cast<glm::ivec3>(v).
template <class T, ArrayLike A>
auto cast(const A& a) {
    constexpr bool alike = detail::VectorElement<T> == detail::VectorElement<detail::ElementOf<A>>;
    static_assert(alike,
                  "a cast cannot convert between vectors and numbers: use x * glm::vec3(1) to make "
                  "vectors of numbers, or reinterpreted<float>(v(slice(), newaxis)) to view n "
                  "vectors of 3 as n x 3 numbers");
    if constexpr (alike)
        return detail::unary<detail::Cast<T>>(a);
    else
        return detail::ScalarNode<T>(T());
}

/// a * 2^b.
template <ArrayLike A, class B>
    requires detail::Operands<A, B>
auto ldexp(const A& a, const B& b) {
    return detail::apply<detail::Ldexp>(detail::node_of(a), detail::integers(b));
}

template <ArrayLike A, class B>
    requires detail::Operands<A, B>
auto scalbn(const A& a, const B& b) {
    return ldexp(a, b);
}
template <ArrayLike A, class B>
    requires detail::Operands<A, B>
auto scalbln(const A& a, const B& b) {
    return ldexp(a, b);
}

/// Bessel functions of the first and the second kind, of an integer order, which may be elements.
template <class N, ArrayLike A>
auto jn(const N& order, const A& a) {
    return detail::apply<detail::OfOrder<"bessel_j_of({}, {})">>(detail::integers(order),
                                                                 detail::node_of(a));
}
template <class N, ArrayLike A>
auto yn(const N& order, const A& a) {
    return detail::apply<detail::OfOrder<"bessel_y_of({}, {})">>(detail::integers(order),
                                                                 detail::node_of(a));
}

/// Where `condition` is not 0 the element of `a`, else that of `b`.
template <ArrayLike Condition, class A, class B>
    requires detail::Operands<A, B>
auto where(const Condition& condition, const A& a, const B& b) {
    return detail::apply<detail::Choice>(detail::node_of(condition), detail::side<B>(a),
                                         detail::side<A>(b));
}
/// Where `condition` is not 0 `a`, else `b`, both plain numbers, or vectors as glm::vec3.
template <ArrayLike Condition, PlainValue S>
auto where(const Condition& condition, S a, S b) {
    return detail::apply<detail::Choice>(detail::node_of(condition), detail::ScalarNode<S>(a),
                                         detail::ScalarNode<S>(b));
}

/// Where `criterion` is more than 0 the element of `a`, else that of `b`.
template <ArrayLike Criterion, class A, class B>
    requires detail::Operands<A, B>
auto if_positive(const Criterion& criterion, const A& a, const B& b) {
    return where(detail::binary<detail::Greater>(criterion, 0), a, b);
}

/// `a`, but no less than `low` and no more than `high`.
template <ArrayLike A, class Low, class High>
auto clamp(const A& a, const Low& low, const High& high) {
    return minimum(maximum(a, low), high);
}

/// How near to each other numbers are that count as close.
struct Tolerance {
    double rtol = 1e-5;      ///< beside the magnitude of the second
    double atol = 1e-8;      ///< whatever the magnitudes are
    bool equal_nan = false;  ///< whether two that are no numbers are close
};

/// Whether |a - b| <= atol + rtol * |b|. Infinities are close to themselves. Integers up to 16 bits
/// are compared in float and longer ones in double, half and bfloat16 in float; complex numbers
/// are compared, too.
template <class A, class B>
    requires detail::Operands<A, B>
auto isclose(const A& a, const B& b, const Tolerance& tolerance = {}) {
    const auto left = detail::side<B>(a);
    const auto right = detail::side<A>(b);
    using In =
        detail::Compared<typename decltype(left)::Element, typename decltype(right)::Element>;
    using Real = typename detail::RealOf<In>::Type;
    return detail::apply<detail::IsClose>(
        left, right, detail::ScalarNode<Real>(static_cast<Real>(tolerance.rtol)),
        detail::ScalarNode<Real>(static_cast<Real>(tolerance.atol)),
        detail::ScalarNode<bool>(tolerance.equal_nan));
}

/// What takes the place of what is not finite.
struct FiniteValues {
    double nan = 0;                  ///< of no number
    std::optional<double> posinf{};  ///< of infinity: the type's greatest number if not given
    std::optional<double> neginf{};  ///< of minus infinity: the least one if not given
};

/// Elements that are all finite: 0 or `nan` for no number, and the type's greatest and least
/// numbers or `posinf` and `neginf` for infinities. Both parts of complex numbers become so;
/// integers stay.
template <ArrayLike A>
auto nan_to_num(const A& a, const FiniteValues& values = {}) {
    using T = detail::ComponentOf<detail::ElementOf<A>>;
    if constexpr (std::is_integral_v<T>) {
        return detail::node_of(a);
    } else {
        using Part = typename detail::RealOf<T>::Type;
        using Real = detail::Computed<Part>;
        constexpr double kGreatest = detail::greatest_finite<Part>();
        const auto scalar = [](double value) {
            return detail::ScalarNode<Real>(static_cast<Real>(value));
        };
        return detail::apply<detail::NanToNum>(detail::node_of(a), scalar(values.nan),
                                               scalar(values.posinf.value_or(kGreatest)),
                                               scalar(values.neginf.value_or(-kGreatest)));
    }
}

/// a * b + c, rounded once if they are floating-point numbers.
template <ArrayLike A, class B, class C>
auto fma(const A& a, const B& b, const C& c) {
    return detail::ternary<detail::RealFunction<"fma({}, {}, {})">>(a, b, c);
}

/// The root of the sum of squares, without overflow on the way, and 1 divided by it.
template <ArrayLike A, class B, class C>
auto norm3d(const A& a, const B& b, const C& c) {
    return detail::ternary<detail::RealFunction<"norm_of({}, {}, {})">>(a, b, c);
}
template <ArrayLike A, class B, class C>
auto rnorm3d(const A& a, const B& b, const C& c) {
    return detail::ternary<detail::RealFunction<"inverse_norm_of({}, {}, {})">>(a, b, c);
}
template <ArrayLike A, class B, class C, class D>
auto norm4d(const A& a, const B& b, const C& c, const D& d) {
    return detail::apply<detail::RealFunction<"norm_of({}, {}, {}, {})">>(
        detail::node_of(a), detail::side<A>(b), detail::side<A>(c), detail::side<A>(d));
}
template <ArrayLike A, class B, class C, class D>
auto rnorm4d(const A& a, const B& b, const C& c, const D& d) {
    return detail::apply<detail::RealFunction<"inverse_norm_of({}, {}, {}, {})">>(
        detail::node_of(a), detail::side<A>(b), detail::side<A>(c), detail::side<A>(d));
}

/// The sine and the cosine of each, of radians and of half turns.
template <ArrayLike A>
auto sincos(const A& a) {
    return std::pair(sin(a), cos(a));
}
template <ArrayLike A>
auto sincospi(const A& a) {
    return std::pair(sinpi(a), cospi(a));
}

/// remainder(a, b), and the last three bits at least of the whole number that it leaves out, an int
/// with the sign of a / b.
template <class A, class B>
    requires detail::Operands<A, B>
auto remquo(const A& a, const B& b) {
    return std::pair(remainder(a, b), detail::binary<detail::LastBits>(a, b));
}

/// The fraction and the whole part of each, both with its sign.
template <ArrayLike A>
auto modf(const A& a) {
    const auto whole = trunc(a);
    return std::pair(detail::binary<detail::RealFunction<"fraction_of({}, {})">>(a, whole), whole);
}

/// Mantissa and exponent (an int): a = mantissa * 2^exponent, the mantissa from 0.5 to 1 without
/// its sign. 0, infinities and no number are their own mantissas, with the exponent 0.
template <ArrayLike A>
auto frexp(const A& a) {
    return std::pair(detail::unary<detail::RealFunction<"mantissa_of({})">>(a),
                     detail::unary<detail::Exponent>(a));
}

}  // namespace glint
