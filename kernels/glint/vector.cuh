// SPDX-License-Identifier: MIT
// Arithmetic on CUDA's vectors with 2 to 4 components of float, double, int and unsigned int.
//
// The operators work on each component, and broadcast a scalar to all components. They are
// templates, so a kernel's own operators for these types take precedence.
#pragma once

#include <glint/vector_traits.cuh>

// In the global namespace like CUDA's vectors, so argument-dependent lookup finds the operators.
#define GLINT_OPERATOR(op)                                              \
    template <class V, class S = glint::Scalar<V>>                      \
    GLINT_ANY V operator op(V a, V b) {                                 \
        return glint::each([](S x, S y) -> S { return x op y; }, a, b); \
    }                                                                   \
    template <class V, class S = glint::Scalar<V>>                      \
    GLINT_ANY V operator op(V a, glint::Scalar<V> b) {                  \
        return glint::each([b](S x) -> S { return x op b; }, a);        \
    }                                                                   \
    template <class V, class S = glint::Scalar<V>>                      \
    GLINT_ANY V operator op(glint::Scalar<V> a, V b) {                  \
        return glint::each([a](S x) -> S { return a op x; }, b);        \
    }                                                                   \
    template <class V, class S = glint::Scalar<V>>                      \
    GLINT_ANY V& operator op##=(V & a, V b) {                           \
        return a = a op b;                                              \
    }                                                                   \
    template <class V, class S = glint::Scalar<V>>                      \
    GLINT_ANY V& operator op##=(V & a, glint::Scalar<V> b) {            \
        return a = a op b;                                              \
    }
GLINT_OPERATOR(+)
GLINT_OPERATOR(-)
GLINT_OPERATOR(*)
GLINT_OPERATOR(/)
#undef GLINT_OPERATOR

template <class V, class S = glint::Scalar<V>>
GLINT_ANY V operator-(V a) {
    return glint::each([](S x) -> S { return -x; }, a);
}

/// True if all components of a and b are equal. NaN is not equal to anything.
template <class V, class S = glint::Scalar<V>>
GLINT_ANY bool operator==(V a, V b) {
    bool equal = a.x == b.x && a.y == b.y;
    if constexpr (glint::kComponents<V> >= 3) equal = equal && a.z == b.z;
    if constexpr (glint::kComponents<V> == 4) equal = equal && a.w == b.w;
    return equal;
}
template <class V, class S = glint::Scalar<V>>
GLINT_ANY bool operator!=(V a, V b) {
    return !(a == b);
}

namespace glint {

/// A vector whose components are all `s`.
template <class V>
GLINT_ANY V splat(Scalar<V> s) {
    return each([s](Scalar<V>) { return s; }, V{});
}

/// Converts the components to another type as in C++: vector_cast<int3>(v) truncates.
template <class To, class V>
GLINT_ANY To vector_cast(V v) {
    static_assert(kComponents<To> == kComponents<V>,
                  "both vectors must have the same number of components");
    return each_to<To>([](Scalar<V> x) { return static_cast<Scalar<To>>(x); }, v);
}

template <class V, class S = Scalar<V>>
GLINT_ANY Vector<S, 2> xy(V v) {
    return {v.x, v.y};
}
template <class V, class S = Scalar<V>>
GLINT_ANY Vector<S, 3> xyz(V v) {
    static_assert(kComponents<V> == 4, "the vector must have four components");
    return {v.x, v.y, v.z};
}
/// Returns v with an additional last component.
template <class V, class S = Scalar<V>>
GLINT_ANY Vector<S, kComponents<V> + 1> extend(V v, Scalar<V> last) {
    if constexpr (kComponents<V> == 2) {
        return {v.x, v.y, last};
    } else {
        return {v.x, v.y, v.z, last};
    }
}

/// The sum of the components.
template <class V>
GLINT_ANY Scalar<V> sum(V v) {
    if constexpr (kComponents<V> == 2) return v.x + v.y;
    if constexpr (kComponents<V> == 3) return v.x + v.y + v.z;
    if constexpr (kComponents<V> == 4) return v.x + v.y + v.z + v.w;
}

template <class V>
GLINT_ANY Scalar<V> dot(V a, V b) {
    return sum(a * b);
}

template <class S>
GLINT_ANY Vector<S, 3> cross_product(S ax, S ay, S az, S bx, S by, S bz) {
    return {ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx};
}
template <class V, class S = Scalar<V>>
GLINT_ANY V cross(V a, V b) {
    static_assert(kComponents<V> == 3, "the vector must have three components");
    return cross_product(a.x, a.y, a.z, b.x, b.y, b.z);
}

/// The Euclidean length. The squares of the components must not overflow.
template <class V>
GLINT_ANY Scalar<V> length(V v) {
    return ::sqrt(dot(v, v));
}
template <class V>
GLINT_ANY Scalar<V> distance(V a, V b) {
    return length(a - b);
}
/// Returns v / length(v), which is NaN for a zero vector.
template <class V>
GLINT_ANY V normalize(V v) {
    return v * ::rsqrt(dot(v, v));
}
/// Returns v / length(v), or `otherwise` for a zero vector.
template <class V>
GLINT_ANY V normalize(V v, V otherwise) {
    const Scalar<V> square = dot(v, v);
    return square > 0 ? v * ::rsqrt(square) : otherwise;
}
/// The reflection of direction v at a plane with the unit normal.
template <class V>
GLINT_ANY V reflect(V v, V normal) {
    return v - normal * (2 * dot(v, normal));
}
/// The refraction of unit direction v at a surface whose unit normal points against v; 0 for total
/// reflection. `ratio` is the refractive index on the incoming side divided by that on the other.
template <class V>
GLINT_ANY V refract(V v, V normal, Scalar<V> ratio) {
    const Scalar<V> cosine = dot(v, normal);
    const Scalar<V> rest = 1 - ratio * ratio * (1 - cosine * cosine);
    return rest < 0 ? V{} : v * ratio - normal * (ratio * cosine + ::sqrt(rest));
}
/// The projection of v on `onto`, which must not be zero.
template <class V>
GLINT_ANY V project(V v, V onto) {
    return onto * (dot(v, onto) / dot(onto, onto));
}

#define GLINT_EACH(name, call)                         \
    template <class V, class S = Scalar<V>>            \
    GLINT_ANY V name(V v) {                            \
        return each([](S x) -> S { return call; }, v); \
    }
GLINT_EACH(abs, ::abs(x))
GLINT_EACH(floor, ::floor(x))
GLINT_EACH(ceil, ::ceil(x))
GLINT_EACH(round, ::rint(x))  ///< rounds to the nearest integer, ties to even
GLINT_EACH(fract, x - ::floor(x))
GLINT_EACH(sqrt, ::sqrt(x))
GLINT_EACH(exp, ::exp(x))
GLINT_EACH(log, ::log(x))
GLINT_EACH(sin, ::sin(x))
GLINT_EACH(cos, ::cos(x))
#undef GLINT_EACH

/// The smaller component of a and b, for each component. If one is NaN, the other is returned.
template <class V, class S = Scalar<V>>
GLINT_ANY V min(V a, V b) {
    return each([](S x, S y) -> S { return ::min(x, y); }, a, b);
}
template <class V, class S = Scalar<V>>
GLINT_ANY V max(V a, V b) {
    return each([](S x, S y) -> S { return ::max(x, y); }, a, b);
}
template <class V, class S = Scalar<V>>
GLINT_ANY V clamp(V v, V low, V high) {
    return min(max(v, low), high);
}
template <class V, class S = Scalar<V>>
GLINT_ANY V clamp(V v, Scalar<V> low, Scalar<V> high) {
    return each([=](S x) -> S { return ::min(::max(x, low), high); }, v);
}
/// The smallest component.
template <class V>
GLINT_ANY Scalar<V> least(V v) {
    if constexpr (kComponents<V> == 2) return ::min(v.x, v.y);
    if constexpr (kComponents<V> == 3) return ::min(::min(v.x, v.y), v.z);
    if constexpr (kComponents<V> == 4) return ::min(::min(v.x, v.y), ::min(v.z, v.w));
}
template <class V>
GLINT_ANY Scalar<V> greatest(V v) {
    if constexpr (kComponents<V> == 2) return ::max(v.x, v.y);
    if constexpr (kComponents<V> == 3) return ::max(::max(v.x, v.y), v.z);
    if constexpr (kComponents<V> == 4) return ::max(::max(v.x, v.y), ::max(v.z, v.w));
}

// Overloads for scalars. Without these, lookup from this namespace finds only those for vectors.
GLINT_ANY int clamp(int x, int low, int high) { return ::min(::max(x, low), high); }
GLINT_ANY float clamp(float x, float low, float high) { return ::min(::max(x, low), high); }
GLINT_ANY double clamp(double x, double low, double high) { return ::min(::max(x, low), high); }

/// a + (b - a) * t
GLINT_ANY float lerp(float a, float b, float t) { return a + (b - a) * t; }
GLINT_ANY double lerp(double a, double b, double t) { return a + (b - a) * t; }
template <class V>
GLINT_ANY V lerp(V a, V b, Scalar<V> t) {
    return a + (b - a) * t;
}

/// 0 below `low`, 1 above `high`; in between, a cubic with zero slope at both ends.
template <class T>
GLINT_ANY T smooth_ramp(T low, T high, T x) {
    const T t = clamp((x - low) / (high - low), T(0), T(1));
    return t * t * (3 - 2 * t);
}
GLINT_ANY float smoothstep(float low, float high, float x) { return smooth_ramp(low, high, x); }
GLINT_ANY double smoothstep(double low, double high, double x) { return smooth_ramp(low, high, x); }
template <class V, class S = Scalar<V>>
GLINT_ANY V smoothstep(Scalar<V> low, Scalar<V> high, V v) {
    return each([=](S x) -> S { return smooth_ramp(low, high, x); }, v);
}

}  // namespace glint
