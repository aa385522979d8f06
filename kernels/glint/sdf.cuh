// SPDX-License-Identifier: MIT
// Signed distances to shapes around the origin: negative inside, 0 on the surface. To move a shape,
// subtract its position from `at`. Distances are exact unless noted otherwise.
#pragma once

#include <glint/vector.cuh>

namespace glint {

__device__ inline float sdf_sphere(float3 at, float radius) { return length(at) - radius; }

/// A box from -half to half along each axis.
__device__ inline float sdf_box(float3 at, float3 half) {
    const float3 q = abs(at) - half;
    return length(max(q, make_float3(0, 0, 0))) + ::fminf(greatest(q), 0.0f);
}
__device__ inline float sdf_box(float2 at, float2 half) {
    const float2 q = abs(at) - half;
    return length(max(q, make_float2(0, 0))) + ::fminf(greatest(q), 0.0f);
}
/// A torus around the y axis. `ring` is the radius of its center line, `tube` the tube's radius.
__device__ inline float sdf_torus(float3 at, float ring, float tube) {
    return length(make_float2(length(make_float2(at.x, at.z)) - ring, at.y)) - tube;
}
/// A capsule: all points within `radius` of the segment from a to b, which must differ.
__device__ inline float sdf_capsule(float3 at, float3 a, float3 b, float radius) {
    const float3 from_a = at - a, line = b - a;
    const float t = clamp(dot(from_a, line) / dot(line, line), 0.0f, 1.0f);
    return length(from_a - line * t) - radius;
}
/// A cylinder around the y axis, from -half_height to half_height.
__device__ inline float sdf_cylinder(float3 at, float radius, float half_height) {
    return sdf_box(make_float2(length(make_float2(at.x, at.z)), at.y),
                   make_float2(radius, half_height));
}
/// The half-space below a plane, which is at distance `offset` along its unit normal.
__device__ inline float sdf_plane(float3 at, float3 normal, float offset) {
    return dot(at, normal) - offset;
}

// Combinations of shapes. Outside, results are lower bounds, even if the operands are exact.

__device__ inline float sdf_union(float a, float b) { return ::fminf(a, b); }
__device__ inline float sdf_intersection(float a, float b) { return ::fmaxf(a, b); }
/// Shape a without shape b.
__device__ inline float sdf_difference(float a, float b) { return ::fmaxf(a, -b); }
/// The union, with the edge filled where both distances differ by less than `width`. Quilez's
/// quadratic smooth minimum, which is below the minimum by at most width / 4.
__device__ inline float sdf_smooth_union(float a, float b, float width) {
    const float h = ::fmaxf(width - ::fabsf(a - b), 0.0f) / width;
    return ::fminf(a, b) - 0.25f * width * h * h;
}
__device__ inline float sdf_smooth_intersection(float a, float b, float width) {
    return -sdf_smooth_union(-a, -b, width);
}
__device__ inline float sdf_smooth_difference(float a, float b, float width) {
    return -sdf_smooth_union(-a, b, width);
}
/// The shape grown by `radius`, which rounds its edges.
__device__ inline float sdf_rounded(float distance, float radius) { return distance - radius; }
/// A shell with the given thickness, centered on the surface.
__device__ inline float sdf_shell(float distance, float thickness) {
    return ::fabsf(distance) - 0.5f * thickness;
}

/// The direction in which `distance(float3)` increases most, computed from samples at the four
/// corners of a tetrahedron, `step` away along each axis. The error is about `step` * curvature.
template <class Distance>
__device__ inline float3 sdf_normal(Distance distance, float3 at, float step) {
    const float a = distance(at + make_float3(step, -step, -step));
    const float b = distance(at + make_float3(-step, -step, step));
    const float c = distance(at + make_float3(-step, step, -step));
    const float d = distance(at + make_float3(step, step, step));
    return normalize(make_float3(a - b - c + d, c + d - a - b, b + d - a - c));
}

}  // namespace glint
