// SPDX-License-Identifier: MIT
// Sorts large values by sorting their indices and then moving each value only once.
#include <algorithms/sort_buffers.cuh>

/// Sets each index to its own position.
extern "C" __global__ void __launch_bounds__(256)
    number_places(unsigned long long count, unsigned long long* places) {
    const unsigned long long stride = static_cast<unsigned long long>(gridDim.x) * blockDim.x;
    for (unsigned long long i =
             static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x;
         i < count; i += stride)
        places[i] = i;
}

extern "C" __global__ void __launch_bounds__(256)
    take_values(unsigned long long count, const unsigned long long* places,
                const glint::sorting::Value* from, glint::sorting::Value* to) {
    const unsigned long long stride = static_cast<unsigned long long>(gridDim.x) * blockDim.x;
    for (unsigned long long i =
             static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x;
         i < count; i += stride)
        to[i] = from[places[i]];
}
