// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <utility>

#include <glint/array/detail/function_kinds.hpp>

/// Elementwise functions for expressions: the functions of CUDA's math library, with the same
/// names. The exceptions are `min`, `max` and `norm`, which are reductions; use `minimum` and
/// `maximum` for two operands. Accuracy is as documented by CUDA, also on the CPU; half and
/// bfloat16 are computed in float. Integers of up to 16 bits are converted to float, wider integers
/// to double. Functions support only real numbers unless noted.
namespace glint {

// clang-format off
#define GLINT_FUNCTION(name, kind) \
    template <ArrayLike A> auto name(const A& a) { return detail::unary<detail::kind>(a); }
#define GLINT_FUNCTION_OF_TWO(name, kind) \
    template <class A, class B> requires detail::Operands<A, B> \
    auto name(const A& a, const B& b) { return detail::binary<detail::kind>(a, b); }

// Real and complex numbers.
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
/// The magnitude of each element.
GLINT_FUNCTION(abs, Magnitude)
GLINT_FUNCTION(fabs, Magnitude)
GLINT_FUNCTION(real, RealPart)
GLINT_FUNCTION(imag, ImaginaryPart)
GLINT_FUNCTION(conj, Conjugate)
/// The angle in radians, from -pi to pi. For real numbers it is 0, or pi if the sign bit is set.
GLINT_FUNCTION(arg, Angle)
/// The complex number with these real and imaginary parts.
GLINT_FUNCTION_OF_TWO(complex, Complex)

// Real numbers only.
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
/// Rounds to the nearest integer, halves away from 0; rint and nearbyint round halves to even.
GLINT_FUNCTION(round, RealFunction<"round({})">)
GLINT_FUNCTION(rint, RealFunction<"rint({})">)
GLINT_FUNCTION(nearbyint, RealFunction<"nearbyint({})">)
/// The nearest integer as a 64-bit integer. lround and llround round halves away from 0; lrint and
/// llrint round halves to even.
GLINT_FUNCTION(lround, Nearest)
GLINT_FUNCTION(llround, Nearest)
GLINT_FUNCTION(lrint, NearestEven)
GLINT_FUNCTION(llrint, NearestEven)
/// The exponent of the largest power of 2 that does not exceed the magnitude. logb returns a
/// floating-point number, ilogb an int.
GLINT_FUNCTION(logb, RealFunction<"logb({})">)
GLINT_FUNCTION(ilogb, Ilogb)
/// -1, 0 or 1; NaN for NaN.
GLINT_FUNCTION(sign, Sign)
GLINT_FUNCTION(isnan, IsNan)
GLINT_FUNCTION(isinf, IsInfinite)
GLINT_FUNCTION(isfinite, IsFinite)
/// True if the sign bit is set.
GLINT_FUNCTION(signbit, IsNegative)
/// Conversions to radians and to degrees.
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
/// a to the power of b. If both are integers, so is the power. A negative integer exponent gives 0,
/// except for the bases 1 and -1, which give 1 or -1. Other powers are those of the math library.
GLINT_FUNCTION_OF_TWO(pow, Power)
/// The smaller and the larger of two operands. NaN if either is NaN; fmin and fmax instead return
/// the other operand.
GLINT_FUNCTION_OF_TWO(minimum, Minimum)
GLINT_FUNCTION_OF_TWO(maximum, Maximum)
GLINT_FUNCTION_OF_TWO(fmin, FMin)
GLINT_FUNCTION_OF_TWO(fmax, FMax)
/// a / b rounded down, like NumPy's //. The quotient is computed from the exact remainder, so
/// floor_divide(1.0, 0.1) gives 9. Integers divided by 0 give 0.
GLINT_FUNCTION_OF_TWO(floor_divide, FloorQuotient)
// Logical operations treat nonzero elements as true, like && || !. They always evaluate both sides.
GLINT_FUNCTION_OF_TWO(logical_and, And)
GLINT_FUNCTION_OF_TWO(logical_or, Or)
GLINT_FUNCTION(logical_not, Not)
#undef GLINT_FUNCTION
#undef GLINT_FUNCTION_OF_TWO
// clang-format on

/// Converts elements to type T. Integers wrap. Floating-point numbers convert to integers by
/// truncation; values out of range saturate, and NaN gives 0. Conversion to bool gives true for all
/// values except 0. Vectors convert to vectors with the same number of components, such as
/// cast<glm::ivec3>(v).
template <class T, ArrayLike A>
auto cast(const A& a) {
    constexpr bool alike = detail::VectorElement<T> == detail::VectorElement<detail::ElementOf<A>>;
    static_assert(alike,
                  "a cast cannot convert between vectors and numbers. Use x * glm::vec3(1) to "
                  "create vectors from numbers, or reinterpreted<float>(v(slice(), newaxis)) to "
                  "view n vectors of 3 as n x 3 numbers");
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

/// Bessel functions of the first and second kind; the integer order may be an array.
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

/// Selects the element of `a` where `condition` is not 0, otherwise that of `b`.
template <ArrayLike Condition, class A, class B>
    requires detail::Operands<A, B>
auto where(const Condition& condition, const A& a, const B& b) {
    return detail::apply<detail::Choice>(detail::node_of(condition), detail::side<B>(a),
                                         detail::side<A>(b));
}
/// Selects `a` where `condition` is not 0, otherwise `b`; both are plain numbers or vectors.
template <ArrayLike Condition, PlainValue S>
auto where(const Condition& condition, S a, S b) {
    return detail::apply<detail::Choice>(detail::node_of(condition), detail::ScalarNode<S>(a),
                                         detail::ScalarNode<S>(b));
}

/// Selects the element of `a` where `criterion` is greater than 0, otherwise that of `b`.
template <ArrayLike Criterion, class A, class B>
    requires detail::Operands<A, B>
auto if_positive(const Criterion& criterion, const A& a, const B& b) {
    return where(detail::binary<detail::Greater>(criterion, 0), a, b);
}

/// Limits `a` to the range from `low` to `high`.
template <ArrayLike A, class Low, class High>
auto clamp(const A& a, const Low& low, const High& high) {
    return minimum(maximum(a, low), high);
}

/// Tolerances for comparing numbers.
struct Tolerance {
    double rtol = 1e-5;      ///< relative to the magnitude of the second operand
    double atol = 1e-8;      ///< absolute
    bool equal_nan = false;  ///< treat two NaNs as close
};

/// True where |a - b| <= atol + rtol * |b|. Equal infinities are close. Integers of up to 16 bits,
/// half and bfloat16 are compared in float; wider integers are compared in double. Complex numbers
/// are supported.
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

/// Replacements for NaN and infinity.
struct FiniteValues {
    double nan = 0;                  ///< replaces NaN
    std::optional<double> posinf{};  ///< replaces infinity; default: the type's largest number
    std::optional<double> neginf{};  ///< replaces minus infinity; default: the type's lowest number
};

/// Replaces NaN with `nan` (default 0), and infinities with `posinf` and `neginf` (default: the
/// type's largest and lowest numbers). Applies to both parts of complex numbers. Integers are
/// unchanged.
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

/// a * b + c, rounded once for floating-point numbers.
template <ArrayLike A, class B, class C>
auto fma(const A& a, const B& b, const C& c) {
    return detail::ternary<detail::RealFunction<"fma({}, {}, {})">>(a, b, c);
}

/// The Euclidean norm of three or four numbers, without intermediate overflow; the functions whose
/// names begin with r return its reciprocal.
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

/// The sine and the cosine of each element. `sincos` expects radians, `sincospi` multiples of pi.
template <ArrayLike A>
auto sincos(const A& a) {
    return std::pair(sin(a), cos(a));
}
template <ArrayLike A>
auto sincospi(const A& a) {
    return std::pair(sinpi(a), cospi(a));
}

/// Returns remainder(a, b) and an int. The int has the sign of a / b, and at least the last three
/// bits of the integer quotient.
template <class A, class B>
    requires detail::Operands<A, B>
auto remquo(const A& a, const B& b) {
    return std::pair(remainder(a, b), detail::binary<detail::LastBits>(a, b));
}

/// The fractional and the integer part of each element. Both have the sign of the element.
template <ArrayLike A>
auto modf(const A& a) {
    const auto whole = trunc(a);
    return std::pair(detail::binary<detail::RealFunction<"fraction_of({}, {})">>(a, whole), whole);
}

/// Mantissa and exponent (an int) of a = mantissa * 2^exponent. The magnitude of the mantissa is in
/// [0.5, 1). For 0, infinities and NaN, the mantissa is the number itself and the exponent is 0.
template <ArrayLike A>
auto frexp(const A& a) {
    return std::pair(detail::unary<detail::RealFunction<"mantissa_of({})">>(a),
                     detail::unary<detail::Exponent>(a));
}

}  // namespace glint
