// The least and the greatest finite number of a field.
#include <studio/values.cuh>

using namespace glint::studio;

namespace {

constexpr unsigned int kThreads = 256;

}  // namespace

/// One pair for each block of 256 threads; the greatest is below the least if there is no finite
/// number.
extern "C" __global__ void find_range(Values field, unsigned long long count, float2* ranges) {
    __shared__ float2 joined[kThreads];
    float2 range = make_float2(3.402823466e38f, -3.402823466e38f);
    const unsigned long long stride = static_cast<unsigned long long>(gridDim.x) * kThreads;
    for (unsigned long long i =
             blockIdx.x * static_cast<unsigned long long>(kThreads) + threadIdx.x;
         i < count; i += stride) {
        const float value = number(field, i);
        if (!is_finite(value)) continue;
        range.x = fminf(range.x, value);
        range.y = fmaxf(range.y, value);
    }
    joined[threadIdx.x] = range;
    for (unsigned int half = kThreads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x >= half) continue;
        const float2 other = joined[threadIdx.x + half];
        joined[threadIdx.x].x = fminf(joined[threadIdx.x].x, other.x);
        joined[threadIdx.x].y = fmaxf(joined[threadIdx.x].y, other.y);
    }
    if (threadIdx.x == 0) ranges[blockIdx.x] = joined[0];
}
