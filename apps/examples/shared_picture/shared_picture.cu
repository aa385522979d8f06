// SPDX-License-Identifier: MIT
// Two kernels: one writes a sky of slow clouds into a texture, and the other writes a knot of
// points, which is drawn in front of the sky, into a buffer.
#include <glint/noise.cuh>

namespace {

/// Sum of four octaves of noise, each with half the amplitude and twice the frequency of the last.
__device__ float clouds(float3 at) {
    float sum = 0;
    for (int octave = 0; octave < 4; ++octave) {
        const float scale = 1 << octave;
        sum += glint::noise_pair(at * scale, octave).value_a / (2 * scale);
    }
    return sum;
}

__device__ unsigned char channel(float value) {
    return static_cast<unsigned char>(255.0f * fminf(fmaxf(value, 0.0f), 1.0f) + 0.5f);
}

}  // namespace

extern "C" __global__ void sky(int width, int height, float time, cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const float scale = 5.0f / height;
    const float mist = clouds(make_float3(x * scale, y * scale, 0.1f * time));
    const float light = fmaxf(2.0f * mist - 0.55f, 0.0f) * (0.4f + 0.6f * y / height);
    surf2Dwrite(
        make_uchar4(channel(0.35f * light), channel(0.3f * light), channel(0.75f * light), 255),
        picture, x * static_cast<int>(sizeof(uchar4)), y);
}

/// A (2, 3) torus knot of `n` points. w rises from 0 to 1 along the knot and then falls to 0 again.
extern "C" __global__ void knot(int n, float time, float4* points) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float part = (i + 0.5f) / n;
    const float angle = 4.0f * 3.14159265f * part;  // two turns around the axis
    const float3 scatter = glint::uniform3(i, 0, 1);
    const float tube = 0.12f * sqrtf(scatter.x), around = 6.2831853f * scatter.y;
    const float radius = 1.0f + 0.4f * cosf(1.5f * angle + time) + tube * cosf(around);
    points[i] =
        make_float4(radius * cosf(angle), 0.4f * sinf(1.5f * angle + time) + tube * sinf(around),
                    radius * sinf(angle), 0.5f + 0.5f * sinf(0.5f * angle));
}
