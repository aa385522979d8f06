// SPDX-License-Identifier: MIT
// Initial conditions, in units with G = 1. Each body is computed from its index alone.
#pragma once

#include <glint/sim.cuh>

namespace nbody {

struct Body {
    float3 position{0, 0, 0}, velocity{0, 0, 0};
    float mass = 0;
    uchar4 colour{205, 220, 255, 255};  ///< the fourth component is the brightness of the body
};

__device__ inline float3 on_sphere(float u, float v, float radius) {
    const float z = 2 * u - 1, ring = sqrtf(fmaxf(1 - z * z, 0.0f));
    return radius * make_float3(ring * cospif(2 * v), ring * sinpif(2 * v), z);
}

/// Random speed of a body in a Plummer sphere, as a fraction q of the escape speed. Rejection
/// sampling of the density q^2 (1 - q^2)^(7/2) (Aarseth, Hénon and Wielen 1974).
__device__ inline float share_of_escape(int i, unsigned seed, unsigned first) {
    for (unsigned attempt = 0; attempt < 64; ++attempt) {
        const float3 u = glint::uniform3(i, seed, first + attempt);
        const float rest = 1 - u.x * u.x;
        if (0.1f * u.y < u.x * u.x * rest * rest * rest * sqrtf(rest)) return u.x;
    }
    return 0.4f;
}

/// A body of a Plummer sphere with the scale radius `scale`, bound by the mass `holding`. The
/// radius of the body contains the fraction `share` of the mass, times 0.999. Without this factor,
/// a few bodies would be very far out.
__device__ inline Body in_plummer(int i, unsigned seed, float share, float scale, float holding) {
    const float3 u = glint::uniform3(i, seed, 0);
    const float3 v = glint::uniform3(i, seed, 1);
    const float inside = fmaxf(0.999f * share, 1e-6f);
    const float radius = scale * rsqrtf(powf(inside, -2.0f / 3) - 1);
    const float escape = sqrtf(2 * holding * rsqrtf(radius * radius + scale * scale));
    Body body;
    body.position = on_sphere(u.y, u.z, radius);
    body.velocity = on_sphere(v.x, v.y, escape * share_of_escape(i, seed, 2));
    return body;
}

/// Components of a galaxy of mass 1: their fractions of the mass, and of the number of bodies.
constexpr float kDiscMass = 0.25f, kBulgeMass = 0.1f, kHaloMass = 0.65f;
constexpr float kDiscBodies = 0.66f, kBulgeBodies = 0.1f, kHaloBodies = 0.24f;
constexpr float kDisc = 0.11f, kBulge = 0.05f, kHalo = 0.45f;  ///< scale lengths

/// Square of the circular speed at radius r in the plane of the disk.
__device__ inline float circle_speed2(float r) {
    const float halo2 = r * r + kHalo * kHalo, bulge2 = r * r + kBulge * kBulge, x = r / kDisc;
    const float disc = kDiscMass * (1 - (1 + x) * expf(-x)) / r;
    return kHaloMass * r * r * rsqrtf(halo2) / halo2 +
           kBulgeMass * r * r * rsqrtf(bulge2) / bulge2 + disc;
}

/// Three approximately normal numbers with variance 1.
__device__ inline float3 nearly_normal(int i, unsigned seed, unsigned first) {
    const float3 sum = glint::uniform3(i, seed, first) + glint::uniform3(i, seed, first + 1) +
                       glint::uniform3(i, seed, first + 2);
    return 2 * (sum - 1.5f);
}

/// A star of an exponential disk, which rotates about z.
__device__ inline Body in_disc(int i, unsigned seed) {
    const float3 u = glint::uniform3(i, seed, 0), v = glint::uniform3(i, seed, 1);
    const float r = kDisc * fminf(-logf((1 - u.x) * (1 - u.y)), 6.0f) + 1e-3f;
    const float c = cospif(2 * u.z), s = sinpif(2 * u.z), speed = sqrtf(circle_speed2(r));
    const float3 noise = (0.11f * speed) * nearly_normal(i, seed, 2);
    Body body;
    body.position = make_float3(r * c, r * s, 0.012f * logf((v.x + 1e-3f) / (1.001f - v.x)));
    body.velocity = make_float3(-s, c, 0) * speed + noise;
    return body;
}

__device__ inline float3 tilted(float3 v, float angle) {
    const float c = cosf(angle), s = sinf(angle);
    return make_float3(v.x, c * v.y - s * v.z, s * v.y + c * v.z);
}

__device__ inline uchar4 tinted(float3 colour, float light) {
    const float3 bytes =
        glint::clamp(255.0f * colour, make_float3(0, 0, 0), make_float3(255, 255, 255));
    return make_uchar4(bytes.x, bytes.y, bytes.z, 255 * light);
}

/// A body of a galaxy of mass 1 at the origin, at rest. `share` (0 to 1) selects the component.
__device__ inline Body in_galaxy(int i, unsigned seed, float share, bool is_second) {
    const float within = glint::uniform3(i, seed, 0).x;
    Body body;
    if (share < kDiscBodies) {
        body = in_disc(i, seed);
        body.mass = kDiscMass / kDiscBodies;
        const float out = fminf(glint::length(body.position) / (4 * kDisc), 1.0f);
        const float3 inner =
            is_second ? make_float3(1.0f, 0.72f, 0.62f) : make_float3(1, 0.86f, 0.6f);
        const float3 outer =
            is_second ? make_float3(0.95f, 0.32f, 0.5f) : make_float3(0.3f, 0.55f, 1);
        body.colour = tinted(glint::lerp(inner, outer, sqrtf(out)), 1);
    } else if (share < kDiscBodies + kBulgeBodies) {
        body = in_plummer(i, seed, within, kBulge, kBulgeMass + 0.15f);
        body.mass = kBulgeMass / kBulgeBodies;
        body.colour = tinted(make_float3(1, 0.8f, 0.55f), 1);
    } else {
        body = in_plummer(i, seed, within, kHalo, 1);
        body.mass = kHaloMass / kHaloBodies;
        body.colour = tinted(make_float3(0.4f, 0.45f, 0.7f), 0.1f);
    }
    return body;
}

/// Body i of two galaxies, which follow parabolic orbits about their center of mass. The second
/// galaxy has `ratio` times the mass and the number of bodies of the first.
__device__ inline Body in_collision(int i, int count, unsigned seed, float ratio, float apart,
                                    float nearest) {
    const int first = static_cast<int>(count / (1 + ratio));
    const bool is_second = i >= first;
    const int number = is_second ? i - first : i, all = is_second ? count - first : first;
    Body body = in_galaxy(i, seed, (number + 0.5f) / all, is_second);
    const float scale = is_second ? ratio : 1.0f;  // same surface density: lengths ~ sqrt(mass)
    body.mass *= scale / all;
    body.position *= sqrtf(scale);
    body.velocity *= sqrtf(sqrtf(scale));
    const float angle = is_second ? 1.1f : 0.35f;
    body.position = tilted(body.position, angle);
    body.velocity = tilted(body.velocity, angle);
    // For a parabolic orbit, v^2 = 2 M / r, and r v_across = sqrt(2 M nearest).
    const float both = 1 + ratio, across = sqrtf(2 * both * nearest) / apart;
    const float along = sqrtf(fmaxf(2 * both / apart - across * across, 0.0f));
    const float part = is_second ? -1 / both : ratio / both;
    body.position += make_float3(part * apart, 0, 0);
    body.velocity += make_float3(-part * along, part * across, 0);
    return body;
}

/// The first three bodies have equal masses and follow each other along a figure eight (Chenciner
/// and Montgomery 2000; Simó's initial values). The other bodies are massless and start at rest.
__device__ inline Body in_eight(int i, unsigned seed) {
    const float3 at = make_float3(0.97000436f, -0.24308753f, 0);
    const float3 fast = make_float3(-0.93240737f, -0.86473146f, 0);
    Body body;
    if (i < 3) {
        body.mass = 1;
        body.position = i == 0 ? at : i == 1 ? -at : make_float3(0, 0, 0);
        body.velocity = i == 2 ? fast : -0.5f * fast;
        body.colour = make_uchar4(255, 200, 120, 255);
        return body;
    }
    const float3 u = glint::uniform3(i, seed, 0);
    const float radius = 2.5f * sqrtf(u.x);
    body.position =
        make_float3(radius * cospif(2 * u.y), radius * sinpif(2 * u.y), 0.2f * u.z - 0.1f);
    body.colour = make_uchar4(90, 140, 255, 60);
    return body;
}

/// A body of a Plummer sphere with mass 1, energy -1/4 (Hénon units) and scale radius 3 pi / 16.
/// Each body encloses a different fraction of the mass, so few bodies suffice.
__device__ inline Body in_sphere(int i, int count, unsigned seed) {
    const float share = (i + glint::uniform3(i, seed, 0).x) / count;
    Body body = in_plummer(i, seed, share, 0.589048623f, 1);
    body.mass = 1.0f / count;
    const float out = fminf(glint::length(body.position), 1.0f);
    body.colour =
        tinted(glint::lerp(make_float3(1, 0.78f, 0.5f), make_float3(0.4f, 0.6f, 1), out), 1);
    return body;
}

}  // namespace nbody
