// Calls device library functions, one element per thread.
#include <glint/hash.cuh>
#include <glint/noise.cuh>
#include <glint/vector.cuh>

namespace {

__device__ unsigned int thread_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

}  // namespace

extern "C" __global__ void hash_keys(unsigned int count, const unsigned int* keys,
                                     unsigned int* words) {
    const unsigned int i = thread_index();
    if (i >= count) return;
    const uint3 bits = glint::hash(make_uint3(keys[3 * i], keys[3 * i + 1], keys[3 * i + 2]));
    words[3 * i] = bits.x;
    words[3 * i + 1] = bits.y;
    words[3 * i + 2] = bits.z;
}

extern "C" __global__ void uniform(unsigned int count, float* out) {
    const unsigned int i = thread_index();
    if (i >= count) return;
    const float3 u = glint::uniform3(i, 7u, 0u);
    out[3 * i] = u.x;
    out[3 * i + 1] = u.y;
    out[3 * i + 2] = u.z;
}

extern "C" __global__ void unit_floats(unsigned int count, const unsigned int* bits, float* out) {
    const unsigned int i = thread_index();
    if (i < count) out[i] = glint::unit_float(bits[i]);
}

/// Values and gradients of two functions: 8 floats per 3D position.
extern "C" __global__ void noise(unsigned int count, unsigned int seed, const float* at,
                                 float* out) {
    const unsigned int i = thread_index();
    if (i >= count) return;
    const glint::NoisePair n =
        glint::noise_pair(make_float3(at[3 * i], at[3 * i + 1], at[3 * i + 2]), seed);
    const float all[] = {n.value_a, n.gradient_a.x, n.gradient_a.y, n.gradient_a.z,
                         n.value_b, n.gradient_b.x, n.gradient_b.y, n.gradient_b.z};
    for (unsigned int k = 0; k < 8; ++k) out[8 * i + k] = all[k];
}

extern "C" __global__ void curl(unsigned int count, unsigned int seed, const float* at,
                                float* out) {
    const unsigned int i = thread_index();
    if (i >= count) return;
    const float3 v = glint::curl_noise(make_float3(at[3 * i], at[3 * i + 1], at[3 * i + 2]), seed);
    out[3 * i] = v.x;
    out[3 * i + 1] = v.y;
    out[3 * i + 2] = v.z;
}
