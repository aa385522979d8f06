// A grid with three extents, shown as a cloud, a surface, a slice and arrows.
#include <glint/sim.cuh>
//@ simulation "Cloud"
struct Params {
    float waves = 3.0f;  //@ 0..9 "Waves"
};
struct Cloud {       //@ 48 x 40 x 32 of 0.05 m
    float* density;  //@ 0..1 "Density" as volume
    float3* flow;    //@ m/s "Flow" as arrows
};
//@ step
__global__ void fill(int width, int height, int depth, float time, Params params, float* density,
                     float3* flow) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const float3 at = make_float3(2.0f * c.x / width - 1, 2.0f * c.y / height - 1, 2.0f * c.z / depth - 1);
    const float r = glint::length(at);
    const int i = (c.z * height + c.y) * width + c.x;
    density[i] = expf(-3 * r * r) * (0.6f + 0.4f * sinf(params.waves * (at.x + at.y * at.z) * 3 + time));
    flow[i] = make_float3(-at.y, at.x, 0.2f * at.z);
}
//@ show 0..1 "Shell" as surface
__device__ float shell(float density) { return density; }
//@ show 0..1 "Slice" as inferno
__device__ float slice(float density) { return density; }
//@ max "Densest"
__device__ float densest(float density) { return density; }
