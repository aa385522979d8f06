// SPDX-License-Identifier: MIT
// Symmetric tensors and functions of them. For small tensors, the functions use invariants, which
// takes tens of instructions. For other tensors, they use the principal axes.
#pragma once

#include <glint/matrix.cuh>

namespace sand_snow {

/// A symmetric tensor.
struct Symmetric {
    float xx, yy, zz, xy, xz, yz;

    __device__ glint::float3x3 matrix() const {
        return {{make_float3(xx, xy, xz), make_float3(xy, yy, yz), make_float3(xz, yz, zz)}};
    }
};
__device__ inline Symmetric isotropic(float s) { return {s, s, s, 0, 0, 0}; }
__device__ inline Symmetric operator+(const Symmetric& a, float s) {
    return {a.xx + s, a.yy + s, a.zz + s, a.xy, a.xz, a.yz};
}
__device__ inline Symmetric operator+(const Symmetric& a, const Symmetric& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}
__device__ inline Symmetric operator*(float s, const Symmetric& a) {
    return {s * a.xx, s * a.yy, s * a.zz, s * a.xy, s * a.xz, s * a.yz};
}
__device__ inline float trace(const Symmetric& a) { return a.xx + a.yy + a.zz; }
/// Sum of the squares of all nine components.
__device__ inline float square(const Symmetric& a) {
    return a.xx * a.xx + a.yy * a.yy + a.zz * a.zz + 2 * (a.xy * a.xy + a.xz * a.xz + a.yz * a.yz);
}
__device__ inline float determinant(const Symmetric& a) {
    return a.xx * (a.yy * a.zz - a.yz * a.yz) - a.xy * (a.xy * a.zz - a.yz * a.xz) +
           a.xz * (a.xy * a.yz - a.yy * a.xz);
}
/// Second invariant: the sum of the principal minors of second order.
__device__ inline float second_invariant(const Symmetric& a) {
    return a.xx * a.yy + a.yy * a.zz + a.zz * a.xx - a.xy * a.xy - a.xz * a.xz - a.yz * a.yz;
}
/// det(1 + e) - 1, without cancellation.
__device__ inline float growth_of(const Symmetric& e) {
    return trace(e) + second_invariant(e) + determinant(e);
}
/// True if all eigenvalues are positive, by Sylvester's criterion.
__device__ inline bool is_positive(const Symmetric& a) {
    return a.xx > 0 && a.xx * a.yy > a.xy * a.xy && determinant(a) > 0;
}
/// True if all eigenvalues lie between two numbers.
__device__ inline bool is_within(const Symmetric& a, float low, float high) {
    return is_positive(a + -low) && is_positive(-1.0f * a + high);
}

/// The series c[0] e + c[1] e^2 + ..., reduced to multiples of 1, e and e^2 by the Cayley-Hamilton
/// theorem, e^3 = I e^2 - II e + III.
template <int kTerms>
__device__ Symmetric series_of(const Symmetric& e, const float (&c)[kTerms]) {
    const float first = trace(e), second = second_invariant(e), third = determinant(e);
    float p = c[kTerms - 1], q = 0, r = 0;
#pragma unroll
    for (int n = kTerms - 2; n >= -1; --n) {
        const float before = p, last = r;
        p = (n >= 0 ? c[n >= 0 ? n : 0] : 0) + last * third;
        r = q + last * first;
        q = before - last * second;
    }
    return {p + q * e.xx + r * (e.xx * e.xx + e.xy * e.xy + e.xz * e.xz),
            p + q * e.yy + r * (e.xy * e.xy + e.yy * e.yy + e.yz * e.yz),
            p + q * e.zz + r * (e.xz * e.xz + e.yz * e.yz + e.zz * e.zz),
            q * e.xy + r * (e.xx * e.xy + e.xy * e.yy + e.xz * e.yz),
            q * e.xz + r * (e.xx * e.xz + e.xy * e.yz + e.xz * e.zz),
            q * e.yz + r * (e.xy * e.xz + e.yy * e.yz + e.yz * e.zz)};
}

/// True for tensors so small that the truncated series below are accurate to a float's last digit.
__device__ inline bool is_small(const Symmetric& e) { return square(e) < 0.04f; }

/// sqrt(1 + e) - 1 of a small tensor.
__device__ inline Symmetric root_of_small(const Symmetric& e) {
    constexpr float c[] = {1.0f / 2,      -1.0f / 8,    1.0f / 16,       -5.0f / 128,   7.0f / 256,
                           -21.0f / 1024, 33.0f / 2048, -429.0f / 32768, 715.0f / 65536};
    return series_of(e, c);
}

/// Eigenvalues and their orthonormal axes.
struct Principal {
    float3 values;
    float3 axes[3];
};

/// cos(acos(x) / 3) for x from 0 to 1: the root of 4 c^3 - 3 c = x by Newton's method, starting
/// from a cubic with the exact values and slopes at both ends.
__device__ inline float third_of_cosine(float x) {
    float c = 0.8660254f + x * (0.1666667f + x * (-0.0425207f + x * 0.0098286f));
    for (int i = 0; i < 2; ++i) c -= (c * (4 * c * c - 3) - x) / (12 * c * c - 3);
    return c;
}

/// Computes two unit axes orthogonal to a unit axis and to each other (Duff et al. 2017).
__device__ inline void add_axes(float3 n, float3& u, float3& v) {
    const float sign = copysignf(1.0f, n.z), a = -1 / (sign + n.z), b = n.x * n.y * a;
    u = make_float3(1 + sign * n.x * n.x * a, sign * b, -sign * n.x);
    v = make_float3(b, sign + n.y * n.y * a, -n.y);
}

/// Eigenvalues by Scherzinger and Dohrmann 2008. First computes the eigenvalue farthest from the
/// others, to full precision. A rotation in the plane normal to its axis gives the other two.
__device__ inline Principal principal_of(const Symmetric& tensor) {
    const float mean = trace(tensor) / 3;
    const Symmetric a = tensor + -mean;
    const float sixth = square(a) / 6;
    if (!(sixth > 1e-30f))
        return {make_float3(mean, mean, mean),
                {make_float3(1, 0, 0), make_float3(0, 1, 0), make_float3(0, 0, 1)}};
    const float size = sqrtf(sixth), cosine = determinant(a) / (2 * sixth * size);
    const float first = copysignf(2 * size * third_of_cosine(fminf(fabsf(cosine), 1.0f)), cosine);
    // The rows of `left` are orthogonal to the axis. Their longest cross product has its direction.
    const auto left = (a + -first).matrix();
    const float3 xy = glint::cross(left.row[0], left.row[1]),
                 xz = glint::cross(left.row[0], left.row[2]),
                 yz = glint::cross(left.row[1], left.row[2]);
    const float dxy = glint::dot(xy, xy), dxz = glint::dot(xz, xz), dyz = glint::dot(yz, yz);
    const bool is_xy = dxy >= dxz && dxy >= dyz, is_xz = dxz >= dyz;
    const float3 longest = is_xy ? xy : is_xz ? xz : yz;
    const float3 n = longest / sqrtf(is_xy ? dxy : is_xz ? dxz : dyz);
    float3 u, v;
    add_axes(n, u, v);
    const auto whole = a.matrix();
    const float3 au = whole * u, av = whole * v;
    const float uu = glint::dot(u, au), vv = glint::dot(v, av), uv = glint::dot(u, av);
    const float half = 0.5f * (vv - uu), root = sqrtf(half * half + uv * uv);
    // tan of the smaller rotation angle.
    const float t = root > 0 ? uv / (half + copysignf(root, half)) : 0.0f;
    const float c = 1 / sqrtf(1 + t * t), s = t * c;
    return {make_float3(first, uu - t * uv, vv + t * uv) + mean, {n, c * u - s * v, s * u + c * v}};
}

/// The tensor with the given eigenvalues and the axes of `of`.
__device__ inline Symmetric composed(float3 values, const Principal& of) {
    const auto at = [&](float ax, float bx, float ay, float by, float az, float bz) {
        return values.x * ax * bx + values.y * ay * by + values.z * az * bz;
    };
    const float3 &x = of.axes[0], &y = of.axes[1], &z = of.axes[2];
    return {at(x.x, x.x, y.x, y.x, z.x, z.x), at(x.y, x.y, y.y, y.y, z.y, z.y),
            at(x.z, x.z, y.z, y.z, z.z, z.z), at(x.x, x.y, y.x, y.y, z.x, z.y),
            at(x.x, x.z, y.x, y.z, z.x, z.z), at(x.y, x.z, y.y, y.z, z.y, z.z)};
}

/// ln(1 + e) / 2; eigenvalues of 1 + e are clamped to at least 0.01.
__device__ inline Symmetric half_log(const Symmetric& e) {
    if (is_small(e)) {
        constexpr float c[] = {1.0f / 2,   -1.0f / 4, 1.0f / 6,   -1.0f / 8, 1.0f / 10,
                               -1.0f / 12, 1.0f / 14, -1.0f / 16, 1.0f / 18, -1.0f / 20};
        return series_of(e, c);
    }
    const Principal p = principal_of(e);
    const float3 x = glint::max(p.values, make_float3(-0.99f, -0.99f, -0.99f));
    return composed(0.5f * make_float3(log1pf(x.x), log1pf(x.y), log1pf(x.z)), p);
}

/// exp(2 e) - 1.
__device__ inline Symmetric double_exp(const Symmetric& e) {
    if (is_small(e)) {
        constexpr float c[] = {2.0f,      2.0f,       4.0f / 3,   2.0f / 3,   4.0f / 15,
                               4.0f / 45, 8.0f / 315, 2.0f / 315, 4.0f / 2835};
        return series_of(e, c);
    }
    const Principal p = principal_of(e);
    const float3 x = 2.0f * p.values;
    return composed(make_float3(expm1f(x.x), expm1f(x.y), expm1f(x.z)), p);
}

}  // namespace sand_snow
