// SPDX-License-Identifier: MIT
// Traits of CUDA's vector types: component type, number of components, and a loop over components
// that compilers can unroll.
#pragma once

#include <glint/annotations.cuh>

namespace glint {

namespace detail {

template <class T, int N>
struct VectorOf;

/// Has members only for types that are treated as vectors, so that the templates of vector.cuh
/// ignore all other types.
template <class V>
struct VectorTraits {};

#define GLINT_VECTOR_TRAITS(scalar, count, vector) \
    template <>                                    \
    struct VectorTraits<vector> {                  \
        using Scalar = scalar;                     \
        static constexpr int kCount = count;       \
    };
#define GLINT_VECTOR(scalar, count, vector) \
    template <>                             \
    struct VectorOf<scalar, count> {        \
        using Type = vector;                \
    };                                      \
    GLINT_VECTOR_TRAITS(scalar, count, vector)
#define GLINT_VECTORS(scalar, name)  \
    GLINT_VECTOR(scalar, 2, name##2) \
    GLINT_VECTOR(scalar, 3, name##3) \
    GLINT_VECTOR(scalar, 4, name##4)
GLINT_VECTORS(float, float)
GLINT_VECTORS(int, int)
GLINT_VECTORS(unsigned int, uint)
GLINT_VECTOR(double, 2, double2)
GLINT_VECTOR(double, 3, double3)
#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 13
// CUDA 13 has double4 types with two alignments, and warns when the old name is used.
GLINT_VECTOR(double, 4, double4_16a)
GLINT_VECTOR_TRAITS(double, 4, double4_32a)
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1444
#ifndef __CUDACC_RTC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
GLINT_VECTOR_TRAITS(double, 4, double4)
#ifndef __CUDACC_RTC__
#pragma GCC diagnostic pop
#endif
#pragma nv_diagnostic pop
#else
GLINT_VECTOR(double, 4, double4)
#ifdef __GLINT_CPU__
GLINT_VECTOR_TRAITS(double, 4, double4_32a)
#endif
#endif
#undef GLINT_VECTORS
#undef GLINT_VECTOR
#undef GLINT_VECTOR_TRAITS

}  // namespace detail

/// Vector<float, 3> is float3: 2 to 4 components of float, double, int or unsigned int.
template <class T, int N>
using Vector = typename detail::VectorOf<T, N>::Type;

/// The component type. It is undefined for types other than vectors, which disables overloads.
template <class V>
using Scalar = typename detail::VectorTraits<V>::Scalar;

/// The number of components.
template <class V>
inline constexpr int kComponents = detail::VectorTraits<V>::kCount;

/// Returns component `i`, counted from 0. `i` should be a constant, as in an unrolled loop.
template <class V>
GLINT_ANY Scalar<V>& component(V& v, int i) {
    if constexpr (kComponents<V> == 2) return i == 0 ? v.x : v.y;
    if constexpr (kComponents<V> == 3) return i == 0 ? v.x : i == 1 ? v.y : v.z;
    if constexpr (kComponents<V> == 4) return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}
template <class V>
GLINT_ANY Scalar<V> component(const V& v, int i) {
    return component(const_cast<V&>(v), i);
}

/// Returns To{f(v.x, more.x...), f(v.y, more.y...), ...}.
template <class To, class F, class V, class... More>
GLINT_ANY To each_to(F f, V v, More... more) {
    if constexpr (kComponents<V> == 2) {
        return {f(v.x, more.x...), f(v.y, more.y...)};
    } else if constexpr (kComponents<V> == 3) {
        return {f(v.x, more.x...), f(v.y, more.y...), f(v.z, more.z...)};
    } else {
        return {f(v.x, more.x...), f(v.y, more.y...), f(v.z, more.z...), f(v.w, more.w...)};
    }
}

/// Returns V{f(v.x, more.x...), ...}, like each_to() for functions that do not change the type.
template <class F, class V, class... More>
GLINT_ANY V each(F f, V v, More... more) {
    return each_to<V>(f, v, more...);
}

}  // namespace glint
