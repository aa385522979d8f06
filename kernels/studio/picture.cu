// SPDX-License-Identifier: MIT
// Kernels for the image that views draw into.
#include <studio/dither.cuh>

using namespace glint::studio;

namespace {

__device__ unsigned char byte_of(float x) { return static_cast<unsigned char>(x + 0.5f); }

__device__ uchar4 background(int y, int height) {
    const float down = (y + 0.5f) / height;
    return make_uchar4(static_cast<unsigned char>(26 - 16 * down),
                       static_cast<unsigned char>(29 - 17 * down),
                       static_cast<unsigned char>(37 - 20 * down), 255);
}

}  // namespace

/// Fills the image with a gradient that gets darker downward.
extern "C" __global__ void clear_picture(int width, int height, cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        surf2Dwrite(background(y, height), picture, x * static_cast<int>(sizeof(uchar4)), y);
}

/// Fills the image with a dark vignette that is a little lighter in the middle.
extern "C" __global__ void clear_space(int width, int height, cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float across = (x + 0.5f) / width - 0.5f, down = (y + 0.5f) / height - 0.48f;
    const float edge = fminf(2.2f * (across * across + down * down), 1.0f), centre = 1 - edge;
    const float noise = dither(x, height - 1 - y);
    surf2Dwrite(make_uchar4(byte_of(15.81f * centre + 3.06f * edge + noise),
                            byte_of(17.85f * centre + 3.57f * edge + noise),
                            byte_of(24.99f * centre + 5.61f * edge + noise), 255),
                picture, x * static_cast<int>(sizeof(uchar4)), y);
}

/// Draws the pattern that engine/studio/views/detail/canvas_check.cpp expects.
extern "C" __global__ void draw_pattern(int width, int height, cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    surf2Dwrite(make_uchar4(6 * x + 20, 11 * y + 9, (5 * x + 7 * y) % 256, 255), picture,
                x * static_cast<int>(sizeof(uchar4)), y);
}
