// SPDX-License-Identifier: MIT
// The difference between a field and another field of the same type.
#include <studio/values.cuh>

using namespace glint::studio;

/// True if T supports subtraction directly.
template <class T>
constexpr bool kHasArithmetic = true;
template <>
constexpr bool kHasArithmetic<__half> = false;
template <>
constexpr bool kHasArithmetic<__nv_bfloat16> = false;

namespace {

/// Subtracts before converting to float, so that large integers and doubles keep their precision.
template <class T>
__device__ float minus(T a, T b) {
    if constexpr (kHasArithmetic<T>)
        return a < b ? -static_cast<float>(b - a) : static_cast<float>(a - b);
    else
        return static_cast<float>(a) - static_cast<float>(b);
}

__device__ const SCALAR* numbers(const Values& values, unsigned long long element) {
    return static_cast<const SCALAR*>(address(values, element));
}

}  // namespace

/// Writes the differences of COMPONENTS numbers per element, or their magnitudes, one per thread.
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
