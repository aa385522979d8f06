// SPDX-License-Identifier: MIT
#pragma once

// The order of threads that `glint check` requests. The code is the same for all orders; see
// engine/studio/run/detail/code.hpp.

namespace glint {

/// [0]: 1 if the last block runs first. [1] to [3]: threads per block along each axis if each
/// thread is launched as a block, else 0. [4]: 1 if atomic additions of floats add -0.
__constant__ unsigned int thread_order[5];

}  // namespace glint

#define __GLINT_ORDERED(axis, index)                                               \
    __glint_device unsigned int __glint_launched_##axis() {                        \
        const unsigned int place = __glint_block_##axis();                         \
        return glint::thread_order[0] ? __glint_grid_dim_##axis() - 1 - place : place; \
    }                                                                              \
    __glint_device unsigned int __glint_ordered_block_dim_##axis() {               \
        const unsigned int threads = glint::thread_order[index];                   \
        return threads ? threads : __glint_block_dim_##axis();                     \
    }                                                                              \
    __glint_device unsigned int __glint_ordered_grid_dim_##axis() {                \
        const unsigned int threads = glint::thread_order[index];                   \
        return threads ? __glint_grid_dim_##axis() / threads : __glint_grid_dim_##axis(); \
    }                                                                              \
    __glint_device unsigned int __glint_ordered_block_##axis() {                   \
        const unsigned int threads = glint::thread_order[index];                   \
        return threads ? __glint_launched_##axis() / threads : __glint_launched_##axis(); \
    }                                                                              \
    __glint_device unsigned int __glint_ordered_thread_##axis() {                  \
        const unsigned int threads = glint::thread_order[index];                   \
        return threads ? __glint_launched_##axis() % threads : __glint_thread_##axis(); \
    }

__GLINT_ORDERED(x, 1)
__GLINT_ORDERED(y, 2)
__GLINT_ORDERED(z, 3)

#undef __GLINT_ORDERED
