// SPDX-License-Identifier: MIT
// Direct N-body simulation: d2x/dt2 = G sum m d / (d^2 + s^2)^(3/2), over all pairs. nbody.cpp runs
// the sums between the kernels of a step. docs/simulations/nbody.md describes the method and its
// validation.
#include <glint/sim.cuh>

#include "direct.cuh"
#include "pairs.cuh"
#include "scenes.cuh"
//@ simulation "N-body": galaxies, star clusters or planets with direct gravity between all bodies
//@ dt 0.005

struct Params {
    int count = 8192;         //@ 1..4000000 log "Bodies": takes effect at the next reset
    int scene = 0;            //@ 0..3 "Scene": 0 galaxies, 1 sphere, 2 figure eight, 3 --input file
    float gravity = 1.0f;     //@ 0..1000 "Gravity": constant G, in the units of the bodies
    float softening = 0.02f;  //@ 0..100 "Softening": distance below which forces weaken
    int integrator = 0;       //@ 0..1 "Integrator": 0 leapfrog, 1 fourth-order Hermite
    int sums = 0;             //@ 0..2 "Sums": 0 plain, 1 compensated, 2 double precision
    int pairs = 0;            //@ 0..2 "Pairs": 0 faster method, 1 each pair twice, 2 each pair once
    int energy_every = 16;    //@ 0..1000 "Energy interval": steps between energy updates (0: none)
    bool centred = true;      //@ "Centered": move the center of mass to the origin, at rest
    float outside = 20.0f;    //@ 0.1..1000000 log "Outer radius": bodies outside have left
    float ratio = 0.6f;       //@ 0.05..1 "Mass ratio": of the galaxies; applies at the next reset
    float apart = 1.5f;       //@ 0.2..10 "Initial distance": of the galaxies; applies at a reset
    float nearest = 0.25f;    //@ 0..2 "Periapsis": of the galaxies as points; applies at a reset
};
struct Bodies {             //@ count
    float3* position;       //@ -1.2..1.2 log m "Position" as glow
    float3* velocity;       //@ 0..2 "Velocity"
    float* mass;            // a body of mass 0 is attracted but does not attract
    uchar4* colour;         //@ "Color"
    float3* position_rest;  // sums of rounding errors of the positions
    float3* velocity_rest;
    float3* acceleration;  // at the end of the previous step
    float3* jerk;          // time derivative of the acceleration
    float2* energy;        // kinetic energy and half of the potential energy, when last computed
    int* twins;            // number of other bodies at exactly this position
};

namespace {

__device__ float softening2_of(const Params& params) {
    return fmaxf(params.softening * params.softening, nbody::kMinSquare);
}

__device__ bool is_finite(float3 v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }

/// Returns true if a body takes part in the simulation. Bodies with NaN or infinity do not, and
/// neither do bodies so far out that squared distances would overflow.
__device__ bool takes_part(float3 at, float mass) {
    const float most = fmaxf(fmaxf(fabsf(at.x), fabsf(at.y)), fabsf(at.z));
    return is_finite(at) && most < nbody::kAway && isfinite(mass);
}

__device__ float4 as_source(float3 at, float mass) {
    if (takes_part(at, mass)) return make_float4(at.x, at.y, at.z, mass);
    return make_float4(nbody::kAway, nbody::kAway, nbody::kAway, 0);
}

/// A source without mass, which pads the last row.
__device__ float4 no_source() { return make_float4(nbody::kAway, nbody::kAway, nbody::kAway, 0); }

}  // namespace

//@ init
__global__ void place(int count, unsigned seed, Params params, float3* position, float3* velocity,
                      float* mass, uchar4* colour) {
    const int i = glint::index();
    if (i >= count) return;
    nbody::Body body;
    if (params.scene == 0)
        body = nbody::in_collision(i, count, seed, params.ratio, params.apart, params.nearest);
    else if (params.scene == 1)
        body = nbody::in_sphere(i, count, seed);
    else if (params.scene == 2)
        body = nbody::in_eight(i, seed);
    else
        body.mass = 1.0f / count;
    position[i] = body.position;
    velocity[i] = body.velocity;
    mass[i] = body.mass;
    colour[i] = body.colour;
}

/// Moves the center of mass to the origin, and removes its velocity.
__global__ void centre(int count, float3 place, float3 speed, float3* position, float3* velocity) {
    const int i = glint::index();
    if (i >= count) return;
    position[i] = position[i] - place;
    velocity[i] = velocity[i] - speed;
}

/// Copies the bodies to sources. Threads after the last body write sources without mass.
__global__ void stage_sources(int count, int padded, const float3* position, const float3* velocity,
                              const float* mass, float4* sources, float4* motions) {
    const int i = glint::index();
    if (i >= padded) return;
    sources[i] = i < count ? as_source(position[i], mass[i]) : no_source();
    motions[i] = i < count ? nbody::with_fourth(velocity[i], 0) : make_float4(0, 0, 0, 0);
}

/// First half of a leapfrog step: half a kick, then a drift.
__global__ void kick_and_drift(int count, int padded, float dt, const float3* acceleration,
                               const float* mass, float3* position, float3* velocity,
                               float3* position_rest, float3* velocity_rest, float4* sources) {
    const int i = glint::index();
    if (i >= padded) return;
    if (i >= count) {
        sources[i] = no_source();
        return;
    }
    float3 at = position[i], at_rest = position_rest[i], v = velocity[i], v_rest = velocity_rest[i];
    nbody::add_with_rest(v, v_rest, (0.5f * dt) * acceleration[i]);
    nbody::add_with_rest(at, at_rest, dt * v + dt * v_rest);
    position[i] = at;
    position_rest[i] = at_rest;
    velocity[i] = v;
    velocity_rest[i] = v_rest;
    sources[i] = as_source(at, mass[i]);
}

/// Second half of a leapfrog step: half a kick by the new forces; no kick if `share` is 0 (reset).
__global__ void kick(int count, float dt, float share, Params params, const float4* forces,
                     float3* velocity, float3* velocity_rest, float3* acceleration, float3* jerk) {
    const int i = glint::index();
    if (i >= count) return;
    const float3 fresh = params.gravity * glint::xyz(forces[i]);
    if (share > 0) {
        float3 v = velocity[i], v_rest = velocity_rest[i];
        nbody::add_with_rest(v, v_rest, (share * dt) * fresh);
        velocity[i] = v;
        velocity_rest[i] = v_rest;
        jerk[i] = (fresh - acceleration[i]) / dt;  // in case the user switches to Hermite
    }
    acceleration[i] = fresh;
}

/// Predicts positions and velocities at the end of the step by a Taylor series.
__global__ void predict(int count, int padded, float dt, const float3* position,
                        const float3* velocity, const float3* position_rest,
                        const float3* velocity_rest, const float3* acceleration, const float3* jerk,
                        const float* mass, float4* sources, float4* motions) {
    const int i = glint::index();
    if (i >= padded) return;
    if (i >= count) {
        sources[i] = no_source();
        motions[i] = make_float4(0, 0, 0, 0);
        return;
    }
    const float3 v = velocity[i], a = acceleration[i], j = jerk[i];
    const float3 faster = dt * (a + (0.5f * dt) * j);
    const float3 farther = dt * (v + (0.5f * dt) * (a + (dt / 3) * j));
    sources[i] = as_source(position[i] + (position_rest[i] + farther), mass[i]);
    motions[i] = nbody::with_fourth(v + (velocity_rest[i] + faster), 0);
}

/// Hermite corrector, which uses accelerations and jerks at both ends of the step. After a reset,
/// `share` is 0, and the kernel only stores accelerations and jerks.
__global__ void correct(int count, float dt, float share, Params params, const float4* forces,
                        const float4* jerks, float3* position, float3* velocity,
                        float3* position_rest, float3* velocity_rest, float3* acceleration,
                        float3* jerk) {
    const int i = glint::index();
    if (i >= count) return;
    const float3 a = acceleration[i], j = jerk[i];
    const float3 fresh = params.gravity * glint::xyz(forces[i]);
    const float3 fresh_jerk = params.gravity * glint::xyz(jerks[i]);
    acceleration[i] = fresh;
    jerk[i] = fresh_jerk;
    if (!(share > 0)) return;
    const float twelfth = dt * dt * (1.0f / 12);
    float3 at = position[i], at_rest = position_rest[i], v = velocity[i], v_rest = velocity_rest[i];
    const float3 gained = (0.5f * dt) * (a + fresh) + twelfth * (j - fresh_jerk);
    const float3 way = dt * v + (dt * v_rest + (0.5f * dt) * gained + twelfth * (a - fresh));
    nbody::add_with_rest(at, at_rest, way);
    nbody::add_with_rest(v, v_rest, gained);
    position[i] = at;
    position_rest[i] = at_rest;
    velocity[i] = v;
    velocity_rest[i] = v_rest;
}

/// Kernels that sum forces. Each block processes one row of bodies and one part of the sources.
__global__ void __launch_bounds__(nbody::kThreads, 4)
    attract_plain(int length, int padded, Params params, const float4* sources, float4* results) {
    nbody::sum_attractions<nbody::PlainSum>(sources, nbody::part_of_block(length, padded),
                                            softening2_of(params), results);
}
__global__ void __launch_bounds__(nbody::kThreads, 4)
    attract_compensated(int length, int padded, Params params, const float4* sources,
                        float4* results) {
    nbody::sum_attractions<nbody::CompensatedSum>(sources, nbody::part_of_block(length, padded),
                                                  softening2_of(params), results);
}
__global__ void __launch_bounds__(nbody::kThreads, 4)
    attract_double(int length, int padded, Params params, const float4* sources, float4* results) {
    nbody::sum_attractions<nbody::DoubleSum>(sources, nbody::part_of_block(length, padded),
                                             softening2_of(params), results);
}
__global__ void __launch_bounds__(nbody::kThreads, 4)
    attract_once(int rows, int first, int last, int length, Params params, const float4* sources,
                 float4* results, float4* pulls) {
    nbody::sum_pairs(sources, {first, last, length, rows}, softening2_of(params), results, pulls);
}
__global__ void __launch_bounds__(nbody::kThreads, 4)
    jerk_plain(int length, int padded, Params params, const float4* sources, const float4* motions,
               float4* results, float4* jerk_results) {
    nbody::sum_with_jerks<nbody::PlainSum>(sources, motions, nbody::part_of_block(length, padded),
                                           softening2_of(params), results, jerk_results);
}
__global__ void __launch_bounds__(nbody::kThreads, 4)
    jerk_compensated(int length, int padded, Params params, const float4* sources,
                     const float4* motions, float4* results, float4* jerk_results) {
    nbody::sum_with_jerks<nbody::CompensatedSum>(sources, motions,
                                                 nbody::part_of_block(length, padded),
                                                 softening2_of(params), results, jerk_results);
}
__global__ void __launch_bounds__(nbody::kThreads, 4)
    jerk_double(int length, int padded, Params params, const float4* sources, const float4* motions,
                float4* results, float4* jerk_results) {
    nbody::sum_with_jerks<nbody::DoubleSum>(sources, motions, nbody::part_of_block(length, padded),
                                            softening2_of(params), results, jerk_results);
}
__global__ void __launch_bounds__(nbody::kThreads, 4)
    find_potentials(int length, int padded, Params params, const float4* sources, float4* results) {
    nbody::sum_potentials(sources, nbody::part_of_block(length, padded), softening2_of(params),
                          results);
}

/// Adds the results of the blocks in the order of the parts: first `results`, then `pulls`. Bodies
/// before `fewer_before` have one part fewer in `pulls`. All calls but the first start from
/// `totals`; the last call writes `forces`.
__global__ void gather(int padded, int parts, int pull_parts, int fewer_before, int is_first,
                       int is_last, const float4* results, const float4* pulls, double* totals,
                       float4* forces) {
    const int i = glint::index();
    if (i >= padded) return;
    double x = 0, y = 0, z = 0;
    if (!is_first) {
        x = totals[3ll * i];
        y = totals[3ll * i + 1];
        z = totals[3ll * i + 2];
    }
    for (long long part = 0; part < parts; ++part) {
        const float4 term = results[part * padded + i];
        x += term.x, y += term.y, z += term.z;
    }
    const int mine = pull_parts - (i < fewer_before ? 1 : 0);
    for (long long part = 0; part < mine; ++part) {
        const float4 term = pulls[part * padded + i];
        x += term.x, y += term.y, z += term.z;
    }
    if (is_last) {
        forces[i] =
            make_float4(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), 0);
    } else {
        totals[3ll * i] = x;
        totals[3ll * i + 1] = y;
        totals[3ll * i + 2] = z;
    }
}

/// Computes, for the monitors, each body's energies and the number of bodies at the same position.
__global__ void note_energy(int count, int padded, int parts, Params params, const float4* results,
                            const float3* position, const float3* velocity, const float* mass,
                            float2* energy, int* twins) {
    const int i = glint::index();
    if (i >= count) return;
    double potential = 0;
    float here = 0;
    for (long long part = 0; part < parts; ++part) {
        potential += results[part * padded + i].x;
        here += results[part * padded + i].y;
    }
    const float3 v = velocity[i];
    const bool counts = is_finite(position[i]) && is_finite(v) && isfinite(mass[i]);
    const float half = counts ? 0.5f * mass[i] : 0.0f;
    energy[i] = make_float2(counts ? half * glint::dot(v, v) : 0.0f,
                            counts ? half * params.gravity * static_cast<float>(potential) : 0.0f);
    twins[i] = takes_part(position[i], mass[i]) ? static_cast<int>(here) - 1 : 0;
}

//@ sum "Energy"
__device__ double total_energy(float2 energy) { return double(energy.x) + energy.y; }
//@ sum "Kinetic energy"
__device__ double kinetic(float2 energy) { return energy.x; }
//@ sum "Potential energy"
__device__ double potential(float2 energy) { return energy.y; }
//@ sum "Momentum along x"
__device__ double momentum_x(float mass, float3 velocity) {
    return is_finite(velocity) ? double(mass) * velocity.x : 0.0;
}
//@ sum "Momentum along y"
__device__ double momentum_y(float mass, float3 velocity) {
    return is_finite(velocity) ? double(mass) * velocity.y : 0.0;
}
//@ sum "Momentum along z"
__device__ double momentum_z(float mass, float3 velocity) {
    return is_finite(velocity) ? double(mass) * velocity.z : 0.0;
}
//@ sum "Angular momentum": about the z axis
__device__ double spin(float mass, float3 position, float3 velocity) {
    if (!is_finite(position) || !is_finite(velocity)) return 0;
    return double(mass) * (double(position.x) * velocity.y - double(position.y) * velocity.x);
}
//@ sum "Left": number of bodies farther out than the outer radius
__device__ int left(float3 position, Params params) {
    return is_finite(position) && glint::length(position) > params.outside;
}
//@ sum "Coinciding": number of bodies at the position of another body
__device__ int coinciding(int twins) { return twins > 0; }
//@ sum "Non-finite": number of bodies with NaN or infinity in position, velocity or mass
__device__ int not_finite(float3 position, float3 velocity, float mass) {
    return !(is_finite(position) && is_finite(velocity) && isfinite(mass));
}
//@ max "Stiffness": sqrt(acceleration / softening) dt; above 0.3 the time step is too long
__device__ float stiffness(float3 acceleration, float dt, Params params) {
    if (!is_finite(acceleration)) return 0;
    return dt * sqrtf(glint::length(acceleration) / fmaxf(params.softening, 1e-6f));
}
