// Surfaces of every kind. Each kernel copies float2 elements from one surface to another, shifted
// by one element along x and y, with the given boundary mode.

#define SHIFT(kind, from_place, to_place)                                                        \
    template <cudaSurfaceBoundaryMode mode>                                                      \
    __device__ void shift_##kind(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int x, int y, \
                                 int z) {                                                        \
        float2 again;                                                                            \
        surf##kind##read(&again, from, SHIFT_LIST from_place, mode);                             \
        const float2 value = surf##kind##read<float2>(from, SHIFT_LIST from_place, mode);        \
        surf##kind##write(make_float2(value.x, again.y), to, SHIFT_LIST to_place,                \
                          cudaBoundaryModeZero);                                                 \
    }                                                                                            \
    extern "C"                                                                                   \
        __global__ void shift_##kind##_zero(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {  \
        shift_##kind<cudaBoundaryModeZero>(from, to, threadIdx.x, threadIdx.y, threadIdx.z);     \
    }                                                                                            \
    extern "C"                                                                                   \
        __global__ void shift_##kind##_clamp(cudaSurfaceObject_t from, cudaSurfaceObject_t to) { \
        shift_##kind<cudaBoundaryModeClamp>(from, to, threadIdx.x, threadIdx.y, threadIdx.z);    \
    }
#define SHIFT_LIST(...) __VA_ARGS__

SHIFT(1D, ((x + 1) * 8), (x * 8))
SHIFT(2D, ((x + 1) * 8, y + 1), (x * 8, y))
SHIFT(3D, ((x + 1) * 8, y + 1, z), (x * 8, y, z))
SHIFT(1DLayered, ((x + 1) * 8, z), (x * 8, z))
SHIFT(2DLayered, ((x + 1) * 8, y + 1, z), (x * 8, y, z))
SHIFT(Cubemap, ((x + 1) * 8, y + 1, z), (x * 8, y, z))
SHIFT(CubemapLayered, ((x + 1) * 8, y + 1, z), (x * 8, y, z))

/// Uses the default mode inside, and the other modes to write one element beyond each end.
extern "C" __global__ void count_up(cudaSurfaceObject_t surface, int width) {
    const int x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(static_cast<unsigned short>(100 * y + x), surface, x * 2, y);
    if (x == 0)
        surf2Dwrite(static_cast<unsigned short>(7), surface, width * 2, y, cudaBoundaryModeZero);
}
extern "C" __global__ void write_beyond(cudaSurfaceObject_t surface, int width) {
    surf2Dwrite(static_cast<unsigned short>(9), surface, width * 2, -1, cudaBoundaryModeClamp);
}
/// Accesses that may be out of bounds, which is an error in the default mode.
extern "C" __global__ void write_at(cudaSurfaceObject_t surface, int x, int y) {
    surf2Dwrite(static_cast<unsigned short>(9), surface, x, y);
}
extern "C" __global__ void read_line_at(cudaSurfaceObject_t surface, int x, unsigned char* out) {
    out[threadIdx.x] = surf1Dread<unsigned char>(surface, x + static_cast<int>(threadIdx.x));
}
extern "C" __global__ void read_volume_at(cudaSurfaceObject_t surface, int x, int y, int z,
                                          float* out) {
    *out = surf3Dread<float>(surface, x, y, z);
}
