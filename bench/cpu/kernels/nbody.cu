// SPDX-License-Identifier: MIT
// Gravity between all bodies. Reads (x, y, z, mass) of each body, and writes its acceleration.
constexpr unsigned kTile = 256;

__device__ float3 add_pull(float3 sum, float4 on, float4 from, float softening) {
    const float dx = from.x - on.x;
    const float dy = from.y - on.y;
    const float dz = from.z - on.z;
    const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening * softening);
    const float pull = from.w * inverse * inverse * inverse;
    return make_float3(sum.x + pull * dx, sum.y + pull * dy, sum.z + pull * dz);
}

__global__ void nbody_naive(unsigned count, float softening, const float4* bodies,
                            float3* accelerations) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float4 body = bodies[i];
    float3 sum = make_float3(0, 0, 0);
    for (unsigned j = 0; j < count; ++j) sum = add_pull(sum, body, bodies[j], softening);
    accelerations[i] = sum;
}

// `count` is a multiple of kTile, which is the block size.
__global__ void nbody_tiled(unsigned count, float softening, const float4* bodies,
                            float3* accelerations) {
    __shared__ float4 tile[kTile];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 body = bodies[i];
    float3 sum = make_float3(0, 0, 0);
    for (unsigned first = 0; first < count; first += kTile) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (unsigned j = 0; j < kTile; ++j) sum = add_pull(sum, body, tile[j], softening);
        __syncthreads();
    }
    accelerations[i] = sum;
}
