// SPDX-License-Identifier: MIT
#pragma once

// threadIdx, blockIdx, blockDim and gridDim. Each member calls a placeholder function. The lowering
// replaces this call with a loop counter or with a value from the runtime.

#define __GLINT_PLACEHOLDERS(placeholder)                                   \
    __glint_runtime __attribute__((const)) unsigned int placeholder##_x(); \
    __glint_runtime __attribute__((const)) unsigned int placeholder##_y(); \
    __glint_runtime __attribute__((const)) unsigned int placeholder##_z();

__GLINT_PLACEHOLDERS(__glint_thread)
__GLINT_PLACEHOLDERS(__glint_block)
__GLINT_PLACEHOLDERS(__glint_block_dim)
__GLINT_PLACEHOLDERS(__glint_grid_dim)

#undef __GLINT_PLACEHOLDERS

#ifdef __GLINT_THREAD_ORDER
#include <__glint/thread_order.cuh>
#define __GLINT_PLACE(name) __glint_ordered_##name
#else
#define __GLINT_PLACE(name) __glint_##name
#endif

#define __GLINT_INDEX(variable, place)                                            \
    struct place##_type {                                                         \
        __declspec(property(get = get_x)) unsigned int x;                         \
        __declspec(property(get = get_y)) unsigned int y;                         \
        __declspec(property(get = get_z)) unsigned int z;                         \
        __glint_device unsigned int get_x() { return place##_x(); }               \
        __glint_device unsigned int get_y() { return place##_y(); }               \
        __glint_device unsigned int get_z() { return place##_z(); }               \
        __device__ operator uint3() const { return {get_x(), get_y(), get_z()}; } \
        __device__ operator dim3() const { return {get_x(), get_y(), get_z()}; }  \
    };                                                                            \
    static const __device__ constexpr place##_type variable{};
#define __GLINT_INDEX_AT(variable, place) __GLINT_INDEX(variable, place)

__GLINT_INDEX_AT(threadIdx, __GLINT_PLACE(thread))
__GLINT_INDEX_AT(blockIdx, __GLINT_PLACE(block))
__GLINT_INDEX_AT(blockDim, __GLINT_PLACE(block_dim))
__GLINT_INDEX_AT(gridDim, __GLINT_PLACE(grid_dim))

#undef __GLINT_INDEX_AT
#undef __GLINT_INDEX
#undef __GLINT_PLACE

static const __device__ constexpr int warpSize = 32;

/// Returns the index of the thread in its warp.
__glint_runtime __attribute__((const)) unsigned int __glint_lane_index();
__glint_device unsigned int __glint_lane() { return __glint_lane_index(); }
