// SPDX-License-Identifier: MIT
// Finds the minimum and maximum of a field's finite numbers, and the bounding box of positions.
#include <studio/sizes.cuh>
#include <studio/values.cuh>

using namespace glint::studio;
using namespace glint::studio::sizes;

/// Writes one pair of minimum and maximum for each block of 256 threads. The maximum is below the
/// minimum if no number is finite.
extern "C" __global__ void find_range(Values field, unsigned long long count, float2* ranges) {
    __shared__ float2 joined[kRangeThreads];
    float2 range = make_float2(3.402823466e38f, -3.402823466e38f);
    const unsigned long long stride = static_cast<unsigned long long>(gridDim.x) * kRangeThreads;
    for (unsigned long long i =
             blockIdx.x * static_cast<unsigned long long>(kRangeThreads) + threadIdx.x;
         i < count; i += stride) {
        const float value = number(field, i);
        if (!is_finite(value)) continue;
        range.x = fminf(range.x, value);
        range.y = fmaxf(range.y, value);
    }
    joined[threadIdx.x] = range;
    for (unsigned int half = kRangeThreads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x >= half) continue;
        const float2 other = joined[threadIdx.x + half];
        joined[threadIdx.x].x = fminf(joined[threadIdx.x].x, other.x);
        joined[threadIdx.x].y = fmaxf(joined[threadIdx.x].y, other.y);
    }
    if (threadIdx.x == 0) ranges[blockIdx.x] = joined[0];
}

/// Writes a row of three pairs for each block of 256 threads: the minimum and maximum finite number
/// of each component, or 0 for an axis without a component.
extern "C" __global__ void find_box(Values field, unsigned long long count, float2* ranges) {
    __shared__ float2 joined[kRangeThreads];
    const unsigned long long stride = static_cast<unsigned long long>(gridDim.x) * kRangeThreads;
    const unsigned int me = threadIdx.x;
    for (int axis = 0; axis < 3; ++axis) {
        float2 range = make_float2(3.402823466e38f, -3.402823466e38f);
        for (unsigned long long i =
                 blockIdx.x * static_cast<unsigned long long>(kRangeThreads) + me;
             i < count; i += stride) {
            const float x = axis < COMPONENTS ? component(field, i, axis) : 0.0f;
            if (is_finite(x)) range = make_float2(fminf(range.x, x), fmaxf(range.y, x));
        }
        joined[me] = range;
        for (unsigned int half = kRangeThreads / 2; half > 0; half /= 2) {
            __syncthreads();
            if (me < half)
                joined[me] = make_float2(fminf(joined[me].x, joined[me + half].x),
                                         fmaxf(joined[me].y, joined[me + half].y));
        }
        if (me == 0) ranges[3 * blockIdx.x + axis] = joined[0];
        __syncthreads();
    }
}
