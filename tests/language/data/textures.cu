// One kernel per kind of texture fetch. Points hold coordinates, and a layer or level in w.
#include <glint/double_texels.cuh>

#define FETCH(name, ...)                                                         \
    extern "C" __global__ void name(cudaTextureObject_t texture, unsigned count, \
                                    const float4* points, float4* values) {      \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                \
        if (i >= count) return;                                                  \
        const float4 at = points[i];                                             \
        values[i] = __VA_ARGS__;                                                 \
    }

FETCH(fetch_1d, tex1D<float4>(texture, at.x))
FETCH(fetch_2d, tex2D<float4>(texture, at.x, at.y))
FETCH(fetch_3d, tex3D<float4>(texture, at.x, at.y, at.z))
FETCH(fetch_1d_layered, tex1DLayered<float4>(texture, at.x, static_cast<int>(at.w)))
FETCH(fetch_2d_layered, tex2DLayered<float4>(texture, at.x, at.y, static_cast<int>(at.w)))
FETCH(fetch_cube, texCubemap<float4>(texture, at.x, at.y, at.z))
FETCH(fetch_cube_layered,
      texCubemapLayered<float4>(texture, at.x, at.y, at.z, static_cast<int>(at.w)))
FETCH(fetch_1d_level, tex1DLod<float4>(texture, at.x, at.w))
FETCH(fetch_2d_level, tex2DLod<float4>(texture, at.x, at.y, at.w))
FETCH(fetch_3d_level, tex3DLod<float4>(texture, at.x, at.y, at.z, at.w))
FETCH(fetch_2d_gradient,
      tex2DGrad<float4>(texture, at.x, at.y, make_float2(at.z, 0), make_float2(0, at.w)))
FETCH(gather_0, tex2Dgather<float4>(texture, at.x, at.y))
FETCH(gather_1, tex2Dgather<float4>(texture, at.x, at.y, 1))
FETCH(gather_2, tex2Dgather<float4>(texture, at.x, at.y, 2))
FETCH(gather_3, tex2Dgather<float4>(texture, at.x, at.y, 3))

/// Reads an image of `width` by the form that returns a value and by the form that stores it.
#define READ(name, type)                                                                \
    extern "C" __global__ void read_##name(cudaTextureObject_t texture, unsigned width, \
                                           unsigned count, type* values) {              \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                       \
        if (i >= count) return;                                                         \
        const float x = i % width, y = i / width;                                       \
        type value;                                                                     \
        tex2D(&value, texture, x, y);                                                   \
        values[i] = i & 1 ? tex2D<type>(texture, x, y) : value;                         \
    }
#define READ_ALL(name, scalar) \
    READ(name, scalar) READ(name##1, name##1) READ(name##2, name##2) READ(name##4, name##4)
READ_ALL(char, signed char)
READ_ALL(uchar, unsigned char)
READ_ALL(short, short)
READ_ALL(ushort, unsigned short)
READ_ALL(int, int)
READ_ALL(uint, unsigned int)
READ_ALL(float, float)

/// Reads elements of linear memory, starting at `first`.
extern "C" __global__ void fetch_linear(cudaTextureObject_t texture, int first, unsigned count,
                                        float* values) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = tex1Dfetch<float>(texture, first + static_cast<int>(i));
}

extern "C" __global__ void add_textures(cudaTextureObject_t a, cudaTextureObject_t b,
                                        unsigned width, unsigned height, float4* sums) {
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const float4 here = tex2D<float4>(a, x + 0.5f, y + 0.5f);
    // Mirrored, beyond the right edge.
    const float4 there = tex2D<float4>(b, 1 + (x + 0.5f) / width, (y + 0.5f) / height);
    sums[y * width + x] =
        make_float4(here.x + there.x, here.y + there.y, here.z + there.z, here.w + there.w);
}

extern "C" __global__ void half_double(cudaTextureObject_t from, cudaSurfaceObject_t to) {
    const int x = threadIdx.x, y = threadIdx.y;
    const double value = glint::as_double(tex2D<int2>(from, x, y));
    surf2Dwrite(glint::as_texel(0.5 * value), to, x * 8, y);
}
extern "C" __global__ void half_double2(cudaTextureObject_t from, cudaSurfaceObject_t to) {
    const int x = threadIdx.x, y = threadIdx.y;
    const double2 value = glint::as_double2(tex2D<int4>(from, x, y));
    surf2Dwrite(glint::as_texel(make_double2(0.5 * value.x, 0.5 * value.y)), to, x * 16, y);
}
