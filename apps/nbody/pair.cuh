// SPDX-License-Identifier: MIT
// The force of one body on another, and sums of forces. Forces are divided by G.
#pragma once

#include <glint/sim.cuh>

namespace nbody {

/// Minimum of squared distances. Because of this minimum, a body exerts no force on itself, or on a
/// body at the same position, and no branch is needed.
constexpr float kMinSquare = 1e-20f;

/// Coordinate of the massless bodies that pad arrays. Squared distances to them stay finite.
constexpr float kAway = 1e18f;

/// Returns 1 / sqrt(x) for normal numbers, within 2 units in the last place.
__device__ inline float inverse_root(float x) {
#ifdef __GLINT_CPU__
    return rsqrtf(x);
#else
    // This is a single instruction. rsqrtf takes four instructions, to handle subnormal numbers.
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

/// Adds the acceleration at `at` due to `source`, whose fourth component is its mass, in 13
/// instructions: m d / (|d|^2 + softening^2)^(3/2).
__device__ inline void attract(float3 at, float4 source, float softening2, float3& sum) {
    const float3 d = away_from(at, source);
    const float inverse = inverse_root(square_of(d, softening2));
    add_product(sum, (source.w * inverse) * (inverse * inverse), d);
}

/// Adds the attraction of a pair to both bodies, in 17 instructions. `sum` is for the body at `at`,
/// with mass `mass`. `back` is for the source, which is attracted in the opposite direction.
__device__ inline void attract_both(float3 at, float mass, float4 source, float softening2,
                                    float3& sum, float3& back) {
    const float3 d = away_from(at, source);
    const float inverse = inverse_root(square_of(d, softening2));
    const float cube = inverse * (inverse * inverse);
    add_product(sum, source.w * cube, d);
    add_product(back, mass * cube, d);
}

/// Adds the acceleration due to the source, and the time derivative of the acceleration, which
/// depends on the velocity of the source relative to the body. Takes 26 instructions.
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

/// Compensated addition of `term` to `value`. `rest` is the rounding error of all terms so far.
/// (Knuth's two-sum, which is exact except for the rounding of rest + term.)
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

/// Sums of forces. Terms are added to `few`. Call close() after each group of terms, then result().
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
