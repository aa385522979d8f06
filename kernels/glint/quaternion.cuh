// SPDX-License-Identifier: MIT
// Rotations in space as unit quaternions.
#pragma once

#include <glint/matrix.cuh>

namespace glint {

/// The quaternion x i + y j + z k + w. A rotation has length 1; q and -q are the same rotation.
template <class T>
struct alignas(4 * sizeof(T)) Quaternion {
    T x, y, z, w;
};

using quatf = Quaternion<float>;
using quatd = Quaternion<double>;

template <class T>
GLINT_ANY Vector<T, 3> imaginary(Quaternion<T> q) {
    return {q.x, q.y, q.z};
}
template <class T>
GLINT_ANY Quaternion<T> quaternion(Vector<T, 3> v, T w) {
    return {v.x, v.y, v.z, w};
}

template <class T>
GLINT_ANY Quaternion<T> operator+(Quaternion<T> a, Quaternion<T> b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
template <class T>
GLINT_ANY Quaternion<T> operator-(Quaternion<T> q) {
    return {-q.x, -q.y, -q.z, -q.w};
}
template <class T>
GLINT_ANY Quaternion<T> operator*(Quaternion<T> q, decltype(T()) s) {
    return {q.x * s, q.y * s, q.z * s, q.w * s};
}
/// The product. As a rotation, applies b first, then a.
template <class T>
GLINT_ANY Quaternion<T> operator*(Quaternion<T> a, Quaternion<T> b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

template <class T>
GLINT_ANY T dot(Quaternion<T> a, Quaternion<T> b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
/// The inverse of a unit quaternion.
template <class T>
GLINT_ANY Quaternion<T> conjugate(Quaternion<T> q) {
    return {-q.x, -q.y, -q.z, q.w};
}
template <class T>
GLINT_ANY Quaternion<T> normalize(Quaternion<T> q) {
    return q * ::rsqrt(dot(q, q));
}

/// The rotation by `angle` radians about a unit axis, counterclockwise as seen from its tip.
GLINT_ANY Quaternion<float> rotation(float3 axis, float angle) {
    return quaternion(axis * ::sinf(0.5f * angle), ::cosf(0.5f * angle));
}
GLINT_ANY Quaternion<double> rotation(double3 axis, double angle) {
    return quaternion(axis * ::sin(0.5 * angle), ::cos(0.5 * angle));
}

/// Rotates v by the unit quaternion q.
template <class V>
GLINT_ANY V rotate(Quaternion<Scalar<V>> q, V v) {
    const V u = imaginary(q);
    const V t = 2 * cross(u, v);
    return v + q.w * t + cross(u, t);
}

/// The matrix of the rotation.
template <class T>
GLINT_ANY Matrix<T, 3> rotation_matrix(Quaternion<T> q) {
    const T xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const T xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    const T wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return {{{1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)},
             {2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx)},
             {2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy)}}};
}

/// Interpolates from a at t = 0 to b at t = 1 along the shorter arc, at constant speed.
template <class T>
GLINT_ANY Quaternion<T> slerp(Quaternion<T> a, Quaternion<T> b, decltype(T()) t) {
    const T signed_cosine = dot(a, b);
    const Quaternion<T> end = signed_cosine < 0 ? -b : b;
    const T cosine = ::abs(signed_cosine);
    // At such small angles, sin(angle) is too small to divide by. Linear interpolation is accurate.
    if (cosine > T(0.9995)) return normalize(a * (1 - t) + end * t);
    const T angle = ::acos(cosine), scale = 1 / ::sin(angle);
    return a * (::sin((1 - t) * angle) * scale) + end * (::sin(t * angle) * scale);
}

/// The orientation after a time of `dt`. `velocity` is the angular velocity, in radians per unit of
/// time and in world coordinates.
template <class V>
GLINT_ANY Quaternion<Scalar<V>> turn(Quaternion<Scalar<V>> q, V velocity, Scalar<V> dt) {
    const Scalar<V> speed = length(velocity);
    if (!(speed > 0)) return q;
    return normalize(rotation(velocity / speed, speed * dt) * q);
}

}  // namespace glint
