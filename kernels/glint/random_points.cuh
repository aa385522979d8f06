// SPDX-License-Identifier: MIT
// Random points, uniform in what they fill.
#pragma once

#include <glint/random.cuh>
#include <glint/vector.cuh>

namespace glint {

/// On the circle of radius 1. One word.
GLINT_ANY float2 random_on_circle(Random& random) {
    float2 at;
    ::sincospif(2 * random.uniform(), &at.y, &at.x);
    return at;
}
/// In the disc of radius 1. Two words.
GLINT_ANY float2 random_in_disc(Random& random) {
    const float radius = ::sqrtf(random.uniform());
    return radius * random_on_circle(random);
}
/// On the sphere of radius 1: its height is uniform (Archimedes). Two words.
GLINT_ANY float3 random_on_sphere(Random& random) {
    const float z = 1 - 2 * random.uniform();
    return extend(::sqrtf(::fmaxf(0.0f, 1 - z * z)) * random_on_circle(random), z);
}
/// In the ball of radius 1. Three words.
GLINT_ANY float3 random_in_ball(Random& random) {
    const float radius = ::cbrtf(random.uniform());
    return radius * random_on_sphere(random);
}
/// On the half of the sphere around `normal`, which has length 1, as often as light leaves a matt
/// surface in that direction: with a density of the cosine over pi. Two words.
GLINT_ANY float3 random_cosine(Random& random, float3 normal) {
    return normalize(normal + random_on_sphere(random), normal);
}
/// In the box between two corners. Three words.
GLINT_ANY float3 random_in_box(Random& random, float3 low, float3 high) {
    const float x = random.uniform(low.x, high.x), y = random.uniform(low.y, high.y);
    return make_float3(x, y, random.uniform(low.z, high.z));
}
/// Three independent normal numbers. Four words.
GLINT_ANY float3 random_normal3(Random& random) {
    const Pair<float> xy = random.normal_pair(), z = random.normal_pair();
    return make_float3(xy.first, xy.second, z.first);
}

}  // namespace glint
