// Kernels that the tests run as lanes: neighbors at the edges of a grid.
#include "lanes_edges.cuh"

#define APPLY(name, T)                                                                \
    extern "C" __global__ void name##_##T(int width, int height, const T* f, T* to) { \
        const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);        \
        const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);        \
        if (x >= width || y >= height) return;                                        \
        to[y * width + x] = edges::name(f, x, y, width, height);                      \
    }
#define APPLY_TO_ALL(T) APPLY(held, T) APPLY(round, T) APPLY(clamped, T) APPLY(chosen, T)
APPLY_TO_ALL(unsigned)
APPLY_TO_ALL(double)

/// Moves each cell one to the left, and the first cell to the right end.
extern "C" __global__ void turned(int width, int height, const unsigned* f, unsigned* to) {
    const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= width || y >= height) return;
    const int i = y * width + x;
    to[x > 0 ? i - 1 : i + width - 1] = f[i];
}
