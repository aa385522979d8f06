// Several structures, elements that are structs, aliases, namespaces and numbers of others.
#include <glint/sim.cuh>
//@ simulation "Slime": agents that follow their own trail
//@ dt 0.5 s
//@ frame 2 steps

using Amount = float;
typedef unsigned char Kind;

struct Place {
    float x, y;
};
struct Agent {
    float2 at;
    float heading;
    Kind kind;
};
struct Params {
    int agents = 5000;   //@ 1..100000 log "Agents": takes effect at the next reset
    int side = 128;      //@ 16..4096 log cells "Side": takes effect at the next reset
    float turn = 0.4f;   //@ 0..3.2 rad "Turn"
    float fade = 0.95f;  //@ 0..1 "Fade"
};
struct Agents {  //@ agents
    Agent* agent;
    unsigned* age;  //@ 1..1000 log steps "Age" as none: how long it lives
};
struct Trail {      //@ side x side of 0.5 mm wraps
    Amount* level;  //@ "Level" as inferno
    uchar4* shown;  //@ "Picture" as image
};

namespace slime {

__device__ float2 ahead(Agent a, float by) { return make_float2(a.at.x + by * cosf(a.heading), a.at.y + by * sinf(a.heading)); }

}  // namespace slime

//@ init
__global__ void scatter(int count, unsigned seed, int trail_width, int trail_height, Agent* agent) {
    const int i = glint::index();
    if (i >= count) return;
    const float3 u = glint::uniform3(i, 0, seed);
    agent[i] = {{u.x * trail_width, u.y * trail_height}, 6.28f * u.z, 1};
}

namespace slime {

//@ step over Agents
__global__ void __launch_bounds__(256) move(int count, Params params, float dt, int trail_width, int trail_height,
                     Agent* __restrict__ agent, unsigned* age, Amount* level) {
    const int i = glint::index();
    if (i >= count) return;
    Agent a = agent[i];
    a.at = ahead(a, dt);
    a.heading += params.turn * dt;
    ++age[i];
    agent[i] = a;
    const int x = (int(a.at.x) % trail_width + trail_width) % trail_width;
    const int y = (int(a.at.y) % trail_height + trail_height) % trail_height;
    atomicAdd(&level[y * trail_width + x], 1.0f);
}

}  // namespace slime

//@ step
__global__ void fade(Trail trail, Params params, int width, int height, const Amount* level, Amount* level_next) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level_next[c.y * width + c.x] = params.fade * trail.level[c.y * width + c.x];
}

//@ draw
__global__ void paint(int width, int height, const float* level, uchar4* shown) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const unsigned char v = static_cast<unsigned char>(fminf(255.0f, 20.0f * level[c.y * width + c.x]));
    shown[c.y * width + c.x] = make_uchar4(v, v, v, 255);
}

//@ sum "Total" : of the whole trail
//@ max 0..1e9 "Highest"
__device__ double total(float level) { return level; }

//@ show rad "Heading" as turbo
__device__ float heading(const Agent& agent) { return agent.heading; }
