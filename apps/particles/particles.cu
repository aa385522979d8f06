// Particles in a box, drawn to moving attractors and carried along by a swirling flow.
#include <glint/hash.cuh>
#include <glint/noise.cuh>
#include <glint/vector.cuh>

struct Params {
    int count = 200000;        //@ 1000..20000000 log "Particles": takes effect at the next reset
    float flow = 2.3f;         //@ 0..6 m/s "Flow": speed of the swirls
    float swirl_size = 0.5f;   //@ 0.1..2 log m "Swirl size": how far apart the swirls are
    float drift = 0.08f;       //@ 0..1 1/s "Drift": how fast the swirls change
    float drag = 3.0f;         //@ 0..8 1/s "Drag": how fast particles take on the flow's speed
    int attractors = 3;        //@ 0..8 "Attractors"
    float attraction = 0.06f;  //@ -1..2 m3/s2 "Attraction": negative pushes away
    float softening = 0.18f;   //@ 0.02..0.5 log m "Softening": the attractors' radius
    float orbit = 0.45f;       //@ 0..2 rad/s "Orbit": how fast the attractors move
    float bounce = 0.6f;       //@ 0..1 "Bounce": speed kept at a wall
    float fast = 2.2f;         //@ 0.2..10 log m/s "Fast": the speed of the brightest colour
    float tint = 1.0f;         //@ 0..1 "Speed tint": 0 shows the colours that came with the input
};

namespace {

constexpr float kHalfBox = 1.0f;  // m

/// Attractor i goes round on a Lissajous curve of its own.
__device__ float3 attractor(int i, float time, const Params& params) {
    const float phase = params.orbit * time + 2.0943951f * i;
    return 0.55f * make_float3(cosf(phase), 0.6f * sinf(1.3f * phase + i), sinf(0.9f * phase));
}

/// Plummer's softened gravity.
__device__ float3 pull(float3 at, float3 centre, const Params& params) {
    const float3 offset = centre - at;
    const float square = glint::dot(offset, offset) + params.softening * params.softening;
    return offset * (params.attraction / (square * sqrtf(square)));
}

__device__ float3 flow_at(float3 at, float time, const Params& params) {
    const float scale = 1.0f / params.swirl_size;
    const float3 moved = at * scale + make_float3(0.0f, params.drift * time, 0.0f);
    // The gradients' product is about 1 in size where noise changes by 1 over a lattice cell.
    return glint::curl_noise(moved, 1u) * (0.8f * params.flow);
}

/// Reflects one coordinate into the box.
__device__ void reflect(float& position, float& velocity, float bounce) {
    if (fabsf(position) <= kHalfBox) return;
    position = copysignf(fmaxf(2.0f * kHalfBox - fabsf(position), -kHalfBox), position);
    velocity *= -bounce;
}

/// From blue, by magenta, to gold: a quadratic Bezier curve through sRGB.
__device__ float3 heat(float t) {
    const float3 slow = make_float3(0.06f, 0.25f, 1.0f);
    const float3 middle = make_float3(1.0f, 0.05f, 0.65f);
    const float3 fast = make_float3(1.0f, 0.85f, 0.25f);
    const float s = 1.0f - t;
    return slow * (s * s) + middle * (2.0f * s * t) + fast * (t * t);
}

__device__ unsigned char byte(float x) {
    return static_cast<unsigned char>(255.0f * fminf(fmaxf(x, 0.0f), 1.0f) + 0.5f);
}

__device__ unsigned int thread_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

}  // namespace

/// Fills a ball of radius 0.8 m evenly; at rest.
extern "C" __global__ void scatter(unsigned int count, unsigned int seed, float4* positions,
                                   float4* velocities, uchar4* own_colours) {
    const unsigned int i = thread_index();
    if (i >= count) return;
    const float3 u = glint::uniform3(i, seed, 0u);
    const float height = 2.0f * u.x - 1.0f;
    const float ring = sqrtf(1.0f - height * height);
    const float angle = 6.2831853f * u.y;
    const float radius = 0.8f * cbrtf(u.z);
    const float3 at = radius * make_float3(ring * cosf(angle), height, ring * sinf(angle));
    positions[i] = make_float4(at.x, at.y, at.z, 0.0f);
    velocities[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    own_colours[i] = make_uchar4(byte(0.5f + 0.5f * at.x), byte(0.5f + 0.5f * at.y),
                                 byte(0.5f + 0.5f * at.z), 255);
}

/// One step of `dt` seconds: first the speed, then the place (semi-implicit Euler). Drag is
/// integrated exactly, so that no value of it is unstable.
extern "C" __global__ void step(unsigned int count, float dt, float time, Params params,
                                float4* positions, float4* velocities) {
    const unsigned int i = thread_index();
    if (i >= count) return;
    float3 at = glint::xyz(positions[i]);
    float3 velocity = glint::xyz(velocities[i]);

    float3 acceleration = make_float3(0.0f, 0.0f, 0.0f);
    for (int k = 0; k < params.attractors; ++k)
        acceleration += pull(at, attractor(k, time, params), params);
    const float3 flow = flow_at(at, time, params);
    const float kept = expf(-params.drag * dt);
    velocity = flow + (velocity - flow) * kept + acceleration * dt;
    at += velocity * dt;

    reflect(at.x, velocity.x, params.bounce);
    reflect(at.y, velocity.y, params.bounce);
    reflect(at.z, velocity.z, params.bounce);
    positions[i] = make_float4(at.x, at.y, at.z, glint::length(velocity));
    velocities[i] = make_float4(velocity.x, velocity.y, velocity.z, 0.0f);
}

/// Colours by speed, mixed with each particle's own colour.
extern "C" __global__ void colour(unsigned int count, Params params, const float4* positions,
                                  const uchar4* own_colours, uchar4* colours) {
    const unsigned int i = thread_index();
    if (i >= count) return;
    const float3 hot = heat(fminf(positions[i].w / params.fast, 1.0f));
    const uchar4 own = own_colours[i];
    colours[i] = make_uchar4(byte(glint::lerp(own.x / 255.0f, hot.x, params.tint)),
                             byte(glint::lerp(own.y / 255.0f, hot.y, params.tint)),
                             byte(glint::lerp(own.z / 255.0f, hot.z, params.tint)), own.w);
}
