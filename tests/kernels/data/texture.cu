#include <glint/double_texels.cuh>

extern "C" __global__ void fetch_row(cudaTextureObject_t texture, unsigned count, double* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = glint::fetch_double(texture, static_cast<int>(i));
}
extern "C" __global__ void fetch_plane(cudaTextureObject_t texture, unsigned width, unsigned count,
                                       double* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    out[i] = glint::fetch_double(texture, static_cast<int>(i % width), static_cast<int>(i / width));
}
