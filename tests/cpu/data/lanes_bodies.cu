// One kernel for each body.
#include <cuda_runtime.h>

#include "lanes_bodies.cuh"

#define APPLY(name)                                                                      \
    extern "C" __global__ void name(unsigned count, unsigned* out) {                     \
        const unsigned in_block =                                                        \
            threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);         \
        const unsigned i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + in_block; \
        if (i < count) out[i] = bodies::name(i);                                         \
    }
GLINT_EACH_BODY(APPLY)
