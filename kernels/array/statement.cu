// SPDX-License-Identifier: MIT
// Runs user-written code for each index.
#include <array/statement.cuh>

extern "C" __global__ void __launch_bounds__(256)
    GLINT_KERNEL(const __grid_constant__ glint::statement::Arguments arguments) {
    using glint::statement::Index;
    glint::statement::run(arguments, Index(blockIdx.x) * blockDim.x + threadIdx.x,
                          Index(gridDim.x) * blockDim.x);
}
