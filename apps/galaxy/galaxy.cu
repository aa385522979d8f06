// SPDX-License-Identifier: MIT
// Stars that attract each other by gravity: galaxies collide, computed by a tree code. galaxy.cpp
// builds the tree between these kernels. docs/simulations/galaxy.md has the method.
#include <glint/warp.cuh>

#include "gravity.cuh"
#include "layout.cuh"
#include "lists.cuh"
#include "models.cuh"
//@ simulation "Galaxy": two colliding galaxies with gravity from a tree code
//@ dt 0.02

struct Params {
    int count = 40000;    //@ 64..50000000 log "Stars": takes effect at the next reset
    int scene = 0;        //@ 0..2 "Scene": 0 collision, 1 one galaxy, 2 Plummer sphere
    float theta = 0.75f;  //@ 0.01..1.1 "Opening angle": maximum ratio of cell side to distance
    bool quadrupoles = true;  //@ "Quadrupoles": use quadrupole moments of cells, not only masses
    float softening = 0.04f;  //@ 0.001..0.5 log "Softening": radius of a star
    int leaf = 16;            //@ 1..128 log "Leaf": maximum number of stars in a leaf of the tree
    float reach = 200.0f;     //@ 1..10000 log "Reach": stars farther from the center have left
    float halo = 5.0f;        //@ 0.5..20 log "Halo": halo mass / disk mass; applies at a reset
    float bulge = 0.25f;      //@ 0.01..1 log "Bulge": bulge mass / disk mass; applies at a reset
    float warmth = 1.2f;      //@ 0.5..3 "Toomre's Q": stability of the disks; applies at a reset
    float apart = 12.0f;      //@ 4..40 "Initial distance": takes effect at the next reset
    float aside = 8.0f;       //@ 0..20 "Impact parameter": takes effect at the next reset
    float approach = 1.0f;    //@ 0..2 "Approach": speed / escape speed; applies at a reset
};
struct Stars {              //@ count
    float4* position;       //@ -9..9 log "Position" as glow: the fourth component is the mass
    float4* velocity;       // the fourth component is unused
    float4* pull;           // acceleration and potential
    uchar4* tint;           //@ "Color": by galaxy and kind
    unsigned char* status;  // 1: same position as another; 2: has left; 3: position not finite
};

namespace {

constexpr unsigned int kClose = 1, kLeft = 2, kLost = 3;

__device__ bool is_finite(float4 p) {
    return fabsf(p.x) <= 3.4e38f && fabsf(p.y) <= 3.4e38f && fabsf(p.z) <= 3.4e38f;
}

__device__ galaxy::Galaxy model(const Params& params) {
    return {1, 1, {params.bulge, 0.2f}, {params.halo, 3.2f}};
}

__device__ uchar4 disk_tint(int which, float x, float noise) {
    const float3 inner = which == 0 ? make_float3(255, 196, 140) : make_float3(255, 170, 120);
    const float3 outer = which == 0 ? make_float3(110, 160, 255) : make_float3(255, 120, 190);
    const float share = glint::clamp(0.45f * x + 0.3f * noise - 0.2f, 0.0f, 1.0f);
    const float3 mixed = inner + share * (outer - inner);
    return make_uchar4(static_cast<unsigned char>(mixed.x), static_cast<unsigned char>(mixed.y),
                       static_cast<unsigned char>(mixed.z), 255);
}

}  // namespace

/// Half of the stars are in disks, a tenth in bulges, and four tenths in almost dark halos.
//@ init
__global__ void form(int count, unsigned seed, Params params, float4* position, float4* velocity,
                     uchar4* tint) {
    const int i = glint::index();
    if (i >= count) return;
    if (params.scene == 2) {
        const galaxy::Sphere sphere{1, 3 * galaxy::kPi / 16};
        const float share = (i + glint::uniform3(i, seed, 0u).x) / count;
        const auto star = galaxy::star_alone(sphere, 0.999f * fmaxf(share, 1e-6f), i, seed);
        position[i] = glint::extend(star.place, 1.0f / count);
        velocity[i] = glint::extend(star.velocity, 0.0f);
        tint[i] = make_uchar4(255, 205, 150, 255);
        return;
    }
    const galaxy::Galaxy own = model(params);
    const int galaxies = params.scene == 0 ? 2 : 1;
    const int which = galaxies == 2 && i >= count / 2;
    const int first = which ? count / 2 : 0;
    const int stars = galaxies == 1 ? count : which ? count - count / 2 : count / 2;
    const int disk = stars / 2, bulge = stars / 10, halo = stars - disk - bulge;
    const int k = i - first;
    const bool is_disk = k < disk, is_bulge = !is_disk && k < disk + bulge;
    const auto star = is_disk    ? galaxy::star_of_disk(own, params.warmth, i, seed)
                      : is_bulge ? galaxy::star_of_sphere(own.bulge, own, i, seed)
                                 : galaxy::star_of_sphere(own.halo, own, i, seed);
    const float mass = is_disk    ? own.disk / disk
                       : is_bulge ? own.bulge.mass / bulge
                                  : own.halo.mass / halo;
    float3 place = galaxy::tilted(star.place, which ? -0.6f : 0.5f, which ? 0.9f : 0.2f);
    float3 speed = galaxy::tilted(star.velocity, which ? -0.6f : 0.5f, which ? 0.9f : 0.2f);
    if (galaxies == 2) {
        const float side = which ? 0.5f : -0.5f;
        const float all = 2 * (own.disk + own.bulge.mass + own.halo.mass);
        const float away = sqrtf(params.apart * params.apart + params.aside * params.aside);
        place += side * make_float3(params.apart, params.aside, 0);
        speed += -side * params.approach * sqrtf(2 * all / away) * make_float3(1, 0, 0);
    }
    position[i] = glint::extend(place, mass);
    velocity[i] = glint::extend(speed, 0.0f);
    const float noise = glint::uniform3(i, seed, 9u).x;
    tint[i] = is_disk    ? disk_tint(which, glint::length(star.place), noise)
              : is_bulge ? make_uchar4(255, 190, 120, 255)
                         : make_uchar4(10, 11, 15, 255);
}

/// First half of a leapfrog step: half a kick, then a drift. arrive() applies the other half kick.
__global__ void set_off(int count, float dt, const float4* pull, float4* velocity,
                        float4* position) {
    const int i = glint::index();
    if (i >= count) return;
    const float4 a = pull[i];
    float4 v = velocity[i], p = position[i];
    const float half = 0.5f * dt;
    v.x += half * a.x, v.y += half * a.y, v.z += half * a.z;
    p.x += dt * v.x, p.y += dt * v.y, p.z += dt * v.z;
    velocity[i] = v;
    position[i] = p;
}

/// Applies the second half kick of a leapfrog step.
__global__ void arrive(int count, float dt, const float4* pull, float4* velocity) {
    const int i = glint::index();
    if (i >= count) return;
    const float4 a = pull[i];
    float4 v = velocity[i];
    const float half = 0.5f * dt;
    v.x += half * a.x, v.y += half * a.y, v.z += half * a.z;
    velocity[i] = v;
}

/// Computes the pull on the stars of each group, with one warp per group and one lane per star.
__global__ void __launch_bounds__(128)
    attract(int group_count, Params params, const unsigned int* groups, const unsigned int* order,
            const float4* sorted, const glint::OctreeNode* nodes,
            const glint::OctreeMoments* moments, float4* pull) {
    __shared__ glint::OctreeWalk walks[galaxy::kWarps];
    __shared__ galaxy::Staged staged[galaxy::kWarps];
    const int warp = static_cast<int>(threadIdx.x) / glint::kWarpSize;
    const int group = static_cast<int>(blockIdx.x) * galaxy::kWarps + warp;
    if (group >= group_count) return;
    const unsigned int first = groups[group], end = groups[group + 1];
    const unsigned int own = min(first + glint::lane_index(), end - 1);
    const float4 at = sorted[own];
    const float3 low =
        make_float3(glint::warp_min(at.x), glint::warp_min(at.y), glint::warp_min(at.z));
    const float3 high =
        make_float3(glint::warp_max(at.x), glint::warp_max(at.y), glint::warp_max(at.z));
    const float soft = fmaxf(params.softening, 1e-4f);
    galaxy::Attraction met{
        sorted, moments, staged[warp], params.quadrupoles ? 1.0f : 0.0f, soft * soft, at, {}};
    glint::octree_walk(nodes, moments, low, high, glint::clamp(params.theta, 0.01f, 1.1f),
                       walks[warp], met);
    if (first + glint::lane_index() >= end) return;
    const galaxy::Pull sum = met.pull;
    // The walk included the star itself, at distance 0. Subtracts its share of the depth.
    pull[order[own]] = make_float4(sum.x, sum.y, sum.z, at.w / soft - sum.depth);
}

/// CPU version of attract(), with one block per group.
__global__ void __launch_bounds__(1)
    attract_alone(int group_count, Params params, const unsigned int* groups,
                  const unsigned int* order, const float4* sorted, const glint::OctreeNode* nodes,
                  const glint::OctreeMoments* moments, float4* pull) {
#ifdef __GLINT_CPU__
    const int group = static_cast<int>(blockIdx.x);
    if (group >= group_count) return;
    const unsigned int first = groups[group], end = groups[group + 1];
    float3 low = glint::xyz(sorted[first]), high = low;
    for (unsigned int i = first + 1; i < end; ++i) {
        low = glint::min(low, glint::xyz(sorted[i]));
        high = glint::max(high, glint::xyz(sorted[i]));
    }
    const float soft = fmaxf(params.softening, 1e-4f);
    galaxy::Met met{sorted, first, end, params.quadrupoles ? 1.0f : 0.0f, soft * soft};
    glint::octree_walk_alone(nodes, moments, low, high, glint::clamp(params.theta, 0.01f, 1.1f),
                             met);
    met.finish();
    for (unsigned int i = first; i < end; ++i) {
        const galaxy::Pull& sum = met.pulls[i - first];
        // The walk included the star itself, at distance 0. Subtracts its share of the depth.
        pull[order[i]] = make_float4(sum.x, sum.y, sum.z, sorted[i].w / soft - sum.depth);
    }
#endif
}

/// Sets the status of each star. A star that has left feels the total mass, but attracts no star.
__global__ void settle(int count, Params params, const unsigned long long* keys,
                       const unsigned int* order, const float4* sorted, int node_count,
                       const glint::OctreeMoments* moments, float4* pull, unsigned char* status) {
    const int i = glint::index();
    if (i >= count) return;
    const unsigned int star = order[i];
    const unsigned long long key = keys[i];
    if (key == ~0ull) {
        const float4 at = sorted[i];
        galaxy::Pull whole;
        if (is_finite(at) && node_count > 0)
            whole.add_point(at, moments[0].centre, params.softening * params.softening);
        pull[star] = make_float4(whole.x, whole.y, whole.z, -whole.depth);
        status[star] = is_finite(at) ? kLeft : kLost;
        return;
    }
    const bool is_close = (i > 0 && keys[i - 1] == key) || (i + 1 < count && keys[i + 1] == key);
    status[star] = is_close ? kClose : 0;
}

//@ sum "Energy"
__device__ double energy(float4 position, float4 velocity, float4 pull, unsigned char status) {
    if (status == kLost) return 0;
    const double x = velocity.x, y = velocity.y, z = velocity.z;
    return 0.5 * position.w * (x * x + y * y + z * z + pull.w);
}
//@ sum "Kinetic energy"
__device__ double kinetic(float4 position, float4 velocity, unsigned char status) {
    if (status == kLost) return 0;
    const double x = velocity.x, y = velocity.y, z = velocity.z;
    return 0.5 * position.w * (x * x + y * y + z * z);
}
//@ sum "Momentum along x"
__device__ double momentum_x(float4 position, float4 velocity, unsigned char status) {
    return status == kLost ? 0 : static_cast<double>(position.w) * velocity.x;
}
//@ sum "Momentum along y"
__device__ double momentum_y(float4 position, float4 velocity, unsigned char status) {
    return status == kLost ? 0 : static_cast<double>(position.w) * velocity.y;
}
//@ sum "Momentum along z"
__device__ double momentum_z(float4 position, float4 velocity, unsigned char status) {
    return status == kLost ? 0 : static_cast<double>(position.w) * velocity.z;
}
//@ sum "Coinciding stars"
__device__ int coinciding(unsigned char status) { return status == kClose; }
//@ sum "Stars that left"
__device__ int left(unsigned char status) { return status == kLeft; }
//@ sum "Stars with NaN or infinite position"
__device__ int lost(unsigned char status) { return status == kLost; }
