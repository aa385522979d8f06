// SPDX-License-Identifier: MIT
// Initial conditions, with G = 1: Plummer (1911) spheres, and disks inside such spheres.
#pragma once

#include <glint/sim.cuh>

namespace galaxy {

constexpr float kPi = 3.14159265f;

struct Star {
    float3 place, velocity;
};

/// A Plummer sphere with the given mass and scale radius.
struct Sphere {
    float mass, radius;

    /// Mass within the distance r from the center.
    __device__ float within(float r) const {
        const float share = r * rsqrtf(r * r + radius * radius);
        return mass * share * share * share;
    }
    __device__ float density(float r) const {
        const float q = 1 + r * r / (radius * radius);
        return 0.75f / kPi * mass / (radius * radius * radius) / (q * q * sqrtf(q));
    }
    __device__ float depth(float r) const { return mass * rsqrtf(r * r + radius * radius); }
    /// Radius of the sphere that contains a fraction of the mass.
    __device__ float radius_of(float share) const {
        return radius * rsqrtf(powf(share, -2.0f / 3) - 1);
    }
};

/// A galaxy: an exponential disk around a bulge, inside a halo.
struct Galaxy {
    float disk, scale;  ///< mass and scale length of the disk
    Sphere bulge, halo;

    /// Mass within r. Treats the disk as a spherical body with the same mass within any radius.
    __device__ float within(float r) const {
        const float x = r / scale;
        return disk * (1 - (1 + x) * expf(-x)) + bulge.within(r) + halo.within(r);
    }
    __device__ float depth(float r) const {
        return disk * (1 - expf(-r / scale)) / r + bulge.depth(r) + halo.depth(r);
    }
};

__device__ inline float3 on_sphere(float u, float v) {
    const float height = 2 * u - 1, ring = sqrtf(fmaxf(0.0f, 1 - height * height));
    return make_float3(ring * cosf(2 * kPi * v), ring * sinf(2 * kPi * v), height);
}

/// Three independent, normally distributed numbers with mean 0 and variance 1.
__device__ inline float3 normals(unsigned int i, unsigned int seed, unsigned int which) {
    const float3 u = glint::uniform3(i, seed, which), v = glint::uniform3(i, seed, which + 1);
    const float a = sqrtf(-2 * logf(fmaxf(u.x, 1e-7f))), b = sqrtf(-2 * logf(fmaxf(u.y, 1e-7f)));
    return make_float3(a * cosf(2 * kPi * v.x), a * sinf(2 * kPi * v.x), b * cosf(2 * kPi * v.y));
}

/// Returns a star of an isolated sphere in equilibrium, after S. J. Aarseth, M. Henon and R.
/// Wielen, "A comparison of numerical methods for the study of star cluster dynamics", 1974. The
/// sphere within the star's radius contains the fraction `share` of the mass.
__device__ inline Star star_alone(const Sphere& sphere, float share, unsigned int i,
                                  unsigned int seed) {
    const float3 u = glint::uniform3(i, seed, 1u), v = glint::uniform3(i, seed, 2u);
    const float r = sphere.radius_of(share);
    float speed = 0.4f;
    for (unsigned int turn = 0; turn < 64; ++turn) {
        const float3 tried = glint::uniform3(i, seed, 16u + turn);
        const float rest = 1 - tried.x * tried.x;
        if (0.1f * tried.y < tried.x * tried.x * rest * rest * rest * sqrtf(rest)) {
            speed = tried.x;
            break;
        }
    }
    return {r * on_sphere(u.x, u.y), speed * sqrtf(2 * sphere.depth(r)) * on_sphere(v.x, v.y)};
}

/// Velocity variance along each axis that keeps a sphere in equilibrium in a galaxy. By the Jeans
/// equation: the integral of density times pull from r outward, divided by the density at r.
__device__ inline float variance(const Sphere& sphere, const Galaxy& galaxy, float r) {
    constexpr int kParts = 48;
    const float far = 40 * sphere.radius + r, ratio = powf(far / r, 1.0f / kParts);
    float sum = 0, at = r;
    for (int k = 0; k < kParts; ++k, at *= ratio) {
        const float middle = at * sqrtf(ratio);
        sum +=
            sphere.density(middle) * galaxy.within(middle) / (middle * middle) * at * (ratio - 1);
    }
    return sum / sphere.density(r);
}

/// Returns a star of the bulge or the halo. Velocities are normally distributed, below the escape
/// speed: L. Hernquist, "N-body realizations of compound galaxies", 1993.
__device__ inline Star star_of_sphere(const Sphere& sphere, const Galaxy& galaxy, unsigned int i,
                                      unsigned int seed) {
    const float3 u = glint::uniform3(i, seed, 1u);
    const float r = fmaxf(sphere.radius_of(0.001f + 0.98f * u.z), 1e-3f);
    const float3 velocity = sqrtf(variance(sphere, galaxy, r)) * normals(i, seed, 2u);
    const float most = 0.95f * sqrtf(2 * galaxy.depth(r));
    return {r * on_sphere(u.x, u.y),
            fminf(1.0f, most / fmaxf(glint::length(velocity), 1e-6f)) * velocity};
}

/// Radius, in scale lengths, that contains the fraction `share` of an exponential disk's mass.
__device__ inline float disk_radius(float share) {
    float low = 0, high = 12;
    for (int k = 0; k < 24; ++k) {
        const float x = 0.5f * (low + high);
        (1 - (1 + x) * expf(-x) < share ? low : high) = x;
    }
    return 0.5f * (low + high);
}

/// Returns a star of the disk, which is perpendicular to z and rotates about z. `warmth` is
/// Toomre's Q. The stars rotate slower than circular orbits, by the asymmetric drift.
__device__ inline Star star_of_disk(const Galaxy& galaxy, float warmth, unsigned int i,
                                    unsigned int seed) {
    const float3 u = glint::uniform3(i, seed, 1u);
    const float x = disk_radius(0.985f * u.x), r = fmaxf(x * galaxy.scale, 1e-3f);
    const float angle = 2 * kPi * u.y, thickness = 0.08f * galaxy.scale;
    const float side = fminf(fmaxf(2 * u.z - 1, -0.999f), 0.999f);
    const float height = 0.5f * thickness * logf((1 + side) / (1 - side));
    const float circular = sqrtf(galaxy.within(r) / r);
    const float dense =
        galaxy.disk / (2 * kPi * galaxy.scale * galaxy.scale) * expf(-r / galaxy.scale);
    const float radial =
        fminf(warmth * 3.36f * dense * r / (1.4142136f * circular), 0.4f * circular);
    const float lag = radial * radial * (0.5f - 2 * x);
    const float round = sqrtf(fmaxf(circular * circular + lag, 0.04f * circular * circular));
    const float3 n = normals(i, seed, 2u);
    const float out = radial * n.x, along = round + 0.7071068f * radial * n.y;
    const float c = cosf(angle), s = sinf(angle);
    return {make_float3(r * c, r * s, height), make_float3(out * c - along * s, out * s + along * c,
                                                           sqrtf(kPi * dense * thickness) * n.z)};
}

/// Rotates a vector first about x and then about y.
__device__ inline float3 tilted(float3 p, float about_x, float about_y) {
    const float c = cosf(about_x), s = sinf(about_x), e = cosf(about_y), f = sinf(about_y);
    const float3 q = make_float3(p.x, c * p.y - s * p.z, s * p.y + c * p.z);
    return make_float3(e * q.x + f * q.z, q.y, e * q.z - f * q.x);
}

}  // namespace galaxy
