// SPDX-License-Identifier: MIT
// Code that the studio adds to a simulation's source: fields and monitors that the simulation's
// functions of field values compute.
#pragma once

#include <studio/sizes.cuh>

namespace glint {
namespace studio {

template <class A, class B>
constexpr bool kIsSame = false;
template <class A>
constexpr bool kIsSame<A, A> = true;

/// The extents of a structure. For a list, the width is the length of the list.
struct Extents {
    unsigned long long width, height, depth;
};

/// The element of this thread. Functions of field values run like kernels, with one thread per
/// element, so they can use all built-in thread indices.
struct Element {
    unsigned long long x, y, z;

    __device__ Element()
        : x(static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x),
          y(static_cast<unsigned long long>(blockIdx.y) * blockDim.y + threadIdx.y),
          z(static_cast<unsigned long long>(blockIdx.z) * blockDim.z + threadIdx.z) {}

    __device__ bool is_in(const Extents& all) const {
        return x < all.width && y < all.height && z < all.depth;
    }
    __device__ unsigned long long index_in(const Extents& all) const {
        return (z * all.height + y) * all.width + x;
    }
    __device__ int2 cell2() const { return make_int2(static_cast<int>(x), static_cast<int>(y)); }
    __device__ int3 cell3() const {
        return make_int3(static_cast<int>(x), static_cast<int>(y), static_cast<int>(z));
    }
};

// NaN counts as both the smallest and the largest value, so that NaN appears in the results.
struct Sum {
    template <class T>
    static __device__ T join(T a, T b) {
        return a + b;
    }
};
struct Least {
    template <class T>
    static __device__ T join(T a, T b) {
        return b < a || b != b ? b : a;
    }
};
struct Greatest {
    template <class T>
    static __device__ T join(T a, T b) {
        return b > a || b != b ? b : a;
    }
};

/// Combines value_of(0) to value_of(count - 1) into one partial result per block. The order depends
/// only on the number of blocks. There must be at least as many values as blocks.
template <class Join, class Result, class ValueOf>
__device__ void reduce(unsigned long long count, Result* partials, ValueOf value_of) {
    __shared__ Result joined[sizes::kReducers];
    const unsigned long long blocks = gridDim.x;
    const unsigned long long begin =
        count / blocks * blockIdx.x + (blockIdx.x < count % blocks ? blockIdx.x : count % blocks);
    const unsigned long long size = count / blocks + (blockIdx.x < count % blocks ? 1 : 0);
    const unsigned int me = threadIdx.x;
    if (me < size) {
        Result value = static_cast<Result>(value_of(begin + me));
        for (unsigned long long i = me + sizes::kReducers; i < size; i += sizes::kReducers)
            value = Join::join(value, static_cast<Result>(value_of(begin + i)));
        joined[me] = value;
    }
    const unsigned int used =
        size < sizes::kReducers ? static_cast<unsigned int>(size) : sizes::kReducers;
    for (unsigned int half = sizes::kReducers / 2; half > 0; half /= 2) {
        __syncthreads();
        if (me < half && me + half < used) joined[me] = Join::join(joined[me], joined[me + half]);
    }
    if (me == 0) partials[blockIdx.x] = joined[0];
}

/// Sets `lowest` to the index of the first element equal to `wanted`, or of the first NaN for NaN.
template <class ValueOf>
__device__ void find_value(unsigned long long count, unsigned long long* lowest, double wanted,
                           ValueOf value_of) {
    const unsigned long long i =
        static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const double value = static_cast<double>(value_of(i));
    if (value == wanted || (value != value && wanted != wanted)) atomicMin(lowest, i);
}

}  // namespace studio
}  // namespace glint
