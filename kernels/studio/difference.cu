// What one field has more than another of the same type.
#include <studio/values.cuh>

using namespace glint::studio;

namespace {

/// In the numbers' own arithmetic, so that large whole ones and doubles lose nothing before.
template <class T>
__device__ float minus(T a, T b) {
    return a < b ? -static_cast<float>(b - a) : static_cast<float>(a - b);
}

__device__ float minus(__half a, __half b) { return static_cast<float>(a) - static_cast<float>(b); }

__device__ float minus(__nv_bfloat16 a, __nv_bfloat16 b) {
    return static_cast<float>(a) - static_cast<float>(b);
}

__device__ const SCALAR* numbers(const Values& values, unsigned long long element) {
    return reinterpret_cast<const SCALAR*>(values.first + element * values.stride_bytes);
}

}  // namespace

/// The differences of COMPONENTS numbers each, or their sizes. A thread for each element.
extern "C" __global__ void subtract(Values a, Values b, unsigned long long count, int is_size,
                                    float* differences) {
    const unsigned long long i =
        blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
    if (i >= count) return;
    for (int c = 0; c < COMPONENTS; ++c) {
        const float difference = minus(numbers(a, i)[c], numbers(b, i)[c]);
        differences[i * COMPONENTS + c] = is_size ? fabsf(difference) : difference;
    }
}
