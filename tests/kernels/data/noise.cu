#include <glint/simplex.cuh>
#include <glint/worley.cuh>

/// Writes the gradient in x, y, z and the value in w.
extern "C" __global__ void simplex(unsigned count, const float3* in, float4* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const glint::SimplexNoise noise = glint::simplex_noise(in[i], 3);
    out[i] = glint::extend(noise.gradient, noise.value);
}
extern "C" __global__ void fractal(unsigned count, const float3* in, float4* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const glint::SimplexNoise noise = glint::fractal_noise(in[i], 3, 0.5f, 3);
    out[i] = glint::extend(noise.gradient, noise.value);
}
/// Writes both distances, and bits that identify the cell.
extern "C" __global__ void worley(unsigned count, const float3* in, float4* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const glint::WorleyNoise noise = glint::worley_noise(in[i], 3);
    out[i] = make_float4(noise.nearest, noise.second, static_cast<float>(noise.cell >> 8), 0);
}
