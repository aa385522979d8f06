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
extern "C" __global__ void fetch_layer(cudaTextureObject_t texture, double* out) {
    const int x = threadIdx.x, y = threadIdx.y, layer = blockIdx.x;
    const int place = (layer * blockDim.y + y) * blockDim.x + x;
    out[place] = glint::as_double(tex2DLayered<int2>(texture, x + 0.5f, y + 0.5f, layer));
}
extern "C" __global__ void fetch_volume(cudaTextureObject_t texture, double* out) {
    const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    const int place = (z * blockDim.y + y) * blockDim.x + x;
    out[place] = glint::as_double(tex3D<int2>(texture, x + 0.5f, y + 0.5f, z + 0.5f));
}
extern "C" __global__ void double_volume(cudaSurfaceObject_t surface) {
    const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
    const double value = glint::as_double(surf3Dread<int2>(surface, x * sizeof(double), y, z));
    surf3Dwrite(glint::as_texel(2 * value), surface, x * sizeof(double), y, z);
}
