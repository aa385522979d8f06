// SPDX-License-Identifier: MIT
// Uniformly distributed random points in various shapes.
#pragma once

#include <glint/random.cuh>
#include <glint/vector.cuh>

namespace glint {

/// A point on the unit circle. Uses one word.
GLINT_ANY float2 random_on_circle(Random& random) {
    float2 at;
    ::sincospif(2 * random.uniform(), &at.y, &at.x);
    return at;
}
/// A point in the unit disk. Uses two words.
GLINT_ANY float2 random_in_disc(Random& random) {
    const float radius = ::sqrtf(random.uniform());
    return radius * random_on_circle(random);
}
/// A point on the unit sphere. Its z coordinate is uniform (Archimedes). Uses two words.
GLINT_ANY float3 random_on_sphere(Random& random) {
    const float z = 1 - 2 * random.uniform();
    return extend(::sqrtf(::fmaxf(0.0f, 1 - z * z)) * random_on_circle(random), z);
}
/// A point in the unit ball. Uses three words.
GLINT_ANY float3 random_in_ball(Random& random) {
    const float radius = ::cbrtf(random.uniform());
    return radius * random_on_sphere(random);
}
/// A point on the hemisphere around the unit vector `normal`. Its density is cosine / pi, like that
/// of the light that leaves a matte surface. Uses two words.
GLINT_ANY float3 random_cosine(Random& random, float3 normal) {
    return normalize(normal + random_on_sphere(random), normal);
}
/// A point in the box between two corners. Uses three words.
GLINT_ANY float3 random_in_box(Random& random, float3 low, float3 high) {
    const float x = random.uniform(low.x, high.x), y = random.uniform(low.y, high.y);
    return make_float3(x, y, random.uniform(low.z, high.z));
}
/// Three independent normal numbers. Uses four words.
GLINT_ANY float3 random_normal3(Random& random) {
    const Pair<float> xy = random.normal_pair(), z = random.normal_pair();
    return make_float3(xy.first, xy.second, z.first);
}

}  // namespace glint
