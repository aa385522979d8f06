// Functions of array expressions that CUDA's maths library does not have.
#pragma once

#include <glint/expression/convert.cuh>

namespace glint::expression {

// Where complex numbers bring functions of these names, real ones must find theirs, too.
using ::acos, ::acosh, ::asin, ::asinh, ::atan, ::atanh, ::cos, ::cosh, ::exp, ::fma, ::log,
    ::log10, ::pow, ::sin, ::sinh, ::sqrt, ::tan, ::tanh;

/// No number wins: it is never less, nor equal to itself.
template <class T>
__device__ inline T smaller(T a, T b) {
    return a < b || a != a ? a : b;
}
template <class T>
__device__ inline T larger(T a, T b) {
    return a > b || a != a ? a : b;
}
template <class T>
__device__ inline T sign_of(T a) {
    return a != a ? a : T((T(0) < a) - is_negative(a));
}
template <class T>
__device__ inline T radians_of(T degrees) {
    return degrees * T(0.017453292519943295);
}
template <class T>
__device__ inline T degrees_of(T radians) {
    return radians * T(57.29577951308232);
}
template <class T>
__device__ inline T angle_of_real(T a) {
    return a != a ? a : signbit(a) ? T(3.141592653589793) : T(0);
}
/// What `whole`, a without its fraction, leaves, with the sign of a.
template <class T>
__device__ inline T fraction_of(T a, T whole) {
    return copysign(isinf(a) ? T(0) : a - whole, a);
}

/// a = mantissa * 2^exponent, the mantissa from 0.5 to 1 without its sign; 0, infinities and no
/// number have the exponent 0.
template <class T>
__device__ inline T mantissa_of(T a) {
    int exponent;
    return frexp(a, &exponent);
}
template <class T>
__device__ inline int exponent_of(T a) {
    int exponent = 0;
    if (isfinite(a)) frexp(a, &exponent);
    return exponent;
}

}  // namespace glint::expression
