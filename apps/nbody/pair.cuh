// SPDX-License-Identifier: MIT
// Force of one body on another, and sums of forces, per unit of G.
#pragma once

#include <glint/sim.cuh>

namespace nbody {

/// Lower limit of squared distances. It makes the force of a body on itself, and of a body at the
/// same position, 0 without a branch.
constexpr float kMinSquare = 1e-20f;

/// Position of massless placeholders; squared distances to it are finite.
constexpr float kAway = 1e18f;

/// Returns 1 / sqrt(x) for normal numbers, within 2 units in the last place.
__device__ inline float inverse_root(float x) {
#ifdef __GLINT_CPU__
    return rsqrtf(x);
#else
    // A single instruction; rsqrtf takes four, to handle subnormal numbers.
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
#endif
}

__device__ inline float3 away_from(float3 at, float4 source) {
    return make_float3(source.x - at.x, source.y - at.y, source.z - at.z);
}

__device__ inline void add_product(float3& sum, float weight, float3 along) {
    sum.x = fmaf(weight, along.x, sum.x);
    sum.y = fmaf(weight, along.y, sum.y);
    sum.z = fmaf(weight, along.z, sum.z);
}

__device__ inline float square_of(float3 v, float more) {
    return fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, more)));
}

/// Adds the acceleration at `at` due to `source`, whose fourth component is its mass: m d / (|d|^2
/// + softening^2)^(3/2), in 13 instructions.
__device__ inline void attract(float3 at, float4 source, float softening2, float3& sum) {
    const float3 d = away_from(at, source);
    const float inverse = inverse_root(square_of(d, softening2));
    add_product(sum, (source.w * inverse) * (inverse * inverse), d);
}

/// Adds the attraction of both bodies of a pair, in 17 instructions: to `sum` for the body at `at`
/// with `mass`, and to `back` for the source, with the opposite sign.
__device__ inline void attract_both(float3 at, float mass, float4 source, float softening2,
                                    float3& sum, float3& back) {
    const float3 d = away_from(at, source);
    const float inverse = inverse_root(square_of(d, softening2));
    const float cube = inverse * (inverse * inverse);
    add_product(sum, source.w * cube, d);
    add_product(back, mass * cube, d);
}

/// The acceleration and its time derivative, from the source's velocity relative to the body, in 26
/// instructions.
__device__ inline void attract_with_jerk(float3 at, float3 speed, float4 source, float4 motion,
                                         float softening2, float3& sum, float3& jerk) {
    const float3 d = away_from(at, source), relative = away_from(speed, motion);
    const float inverse = inverse_root(square_of(d, softening2)), square = inverse * inverse;
    const float along = fmaf(d.x, relative.x, fmaf(d.y, relative.y, d.z * relative.z));
    const float turned = along * -3.0f * square;
    const float weight = (source.w * inverse) * square;
    add_product(sum, weight, d);
    const float3 change = make_float3(fmaf(turned, d.x, relative.x), fmaf(turned, d.y, relative.y),
                                      fmaf(turned, d.z, relative.z));
    add_product(jerk, weight, change);
}

/// Compensated addition of `term` to `value`: `rest` is the rounding error of all previous terms
/// (Knuth's two-sum; exact except for the rounding of rest + term).
__device__ inline void add_with_rest(float& value, float& rest, float term) {
    const float wanted = rest + term, sum = value + wanted, taken = sum - value;
    rest = (value - (sum - taken)) + (wanted - taken);
    value = sum;
}
__device__ inline void add_with_rest(float3& value, float3& rest, float3 term) {
    add_with_rest(value.x, rest.x, term.x);
    add_with_rest(value.y, rest.y, term.y);
    add_with_rest(value.z, rest.z, term.z);
}

/// Force sums. Terms are added to `few`; call close() after each group of terms, before result().
struct PlainSum {
    float3 few{0, 0, 0};

    __device__ void close() {}
    __device__ float3 result() const { return few; }
};
struct CompensatedSum {
    float3 few{0, 0, 0}, value{0, 0, 0}, rest{0, 0, 0};

    __device__ void close() {
        add_with_rest(value, rest, few);
        few = make_float3(0, 0, 0);
    }
    __device__ float3 result() const { return value + rest; }
};
struct DoubleSum {
    float3 few{0, 0, 0};
    double x = 0, y = 0, z = 0;

    __device__ void close() {
        x += few.x, y += few.y, z += few.z;
        few = make_float3(0, 0, 0);
    }
    __device__ float3 result() const {
        return make_float3(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z));
    }
};

}  // namespace nbody
