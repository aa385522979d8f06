// Functions of array expressions that CUDA's maths library does not have.
#pragma once

namespace glint::expression {

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
    return a != a ? a : T((T(0) < a) - (a < T(0)));
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
    return a < T(0) ? T(3.141592653589793) : a != a ? a : T(0);
}
/// What `whole`, a without its fraction, leaves, with the sign of a.
template <class T>
__device__ inline T fraction_of(T a, T whole) {
    return copysign(isinf(a) ? T(0) : a - whole, a);
}

}  // namespace glint::expression
