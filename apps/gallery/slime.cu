// SPDX-License-Identifier: MIT
// Slime mold: Jones, "Characteristics of Pattern Formation and Evolution in Approximations of
// Physarum Transport Networks", Artificial Life 16, 2010.
#include <glint/sim.cuh>
//@ simulation "Slime mold": agents that follow their own trails; drag to add more trail
//@ frame 2 steps

struct Params {
    int agents = 200000;  //@ 1000..10000000 log "Agents": takes effect at the next reset
    float turn = 0.6f;    //@ 0..3 rad "Turn": maximum turn per step toward the stronger trail
    float look = 0.5f;    //@ 0.05..1.5 rad "Sensor angle": angle between the sensors
    float far = 9.0f;     //@ 1..40 cells "Sensor distance": from the agent to the sensors
    float enough = 5.0f;  //@ 1..200 log "Saturation": trail level at which attraction saturates
    float fade = 0.9f;    //@ 0.5..0.999 "Fade": fraction of the trail that remains after a step
};
struct Agents {       //@ agents
    float2* at;       //@ "Position" as none
    float* heading;   //@ rad "Heading" as none
};
struct Trail {         //@ 960 x 540 wraps
    float* level;      //@ 0..60 "Trail" as magma
    unsigned* dropped; // number of agents in the cell; integer sums do not depend on the order
};

//@ init
__global__ void scatter(int count, unsigned seed, int trail_width, int trail_height, float2* at,
                        float* heading) {
    const int i = glint::index();
    if (i >= count) return;
    const float3 u = glint::uniform3(i, seed, 0);
    at[i] = make_float2(u.x * trail_width, u.y * trail_height);
    heading[i] = 6.2831853f * u.z;
}

__device__ int cell_at(float2 at, int width, int height) {
    const int x = int(floorf(at.x)) % width, y = int(floorf(at.y)) % height;
    return (y < 0 ? y + height : y) * width + (x < 0 ? x + width : x);
}

//@ step over Agents
__global__ void move(int count, int step, unsigned seed, Params params, int trail_width,
                     int trail_height, const float* level, float2* at, float* heading,
                     unsigned* dropped) {
    const int i = glint::index();
    if (i >= count) return;
    const auto smell = [&](float angle) {
        const float2 place = at[i] + params.far * make_float2(cosf(angle), sinf(angle));
        return fminf(level[cell_at(place, trail_width, trail_height)], params.enough);
    };
    const float ahead = smell(heading[i]), left = smell(heading[i] - params.look),
                right = smell(heading[i] + params.look);
    const float3 u = glint::uniform3(i, step, seed + 1);
    if (ahead <= left || ahead <= right)
        heading[i] += params.turn * (left > right ? -u.x : left < right ? u.x : 2 * u.x - 1);
    at[i] += make_float2(cosf(heading[i]), sinf(heading[i]));
    atomicAdd(&dropped[cell_at(at[i], trail_width, trail_height)], 1u);
}

//@ step
__global__ void spread(int width, int height, Params params, const float* level, unsigned* dropped,
                       float* level_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    float sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            sum += level[(c.y + dy + height) % height * width + (c.x + dx + width) % width];
    const int i = c.y * width + c.x;
    level_next[i] = params.fade * sum / 9 + dropped[i];
    dropped[i] = 0;
}

//@ drag over Trail
__global__ void feed(int width, int height, float2 mouse, float* level) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    if (hypotf(c.x - mouse.x, c.y - mouse.y) < 20) level[c.y * width + c.x] = 100;
}
