#pragma once

// threadIdx, blockIdx, blockDim and gridDim. Each member reads a placeholder, which the lowering
// replaces by a loop's counter or by what the runtime knows.

#define __GLINT_INDEX(variable, placeholder)                                      \
    __glint_runtime __attribute__((const)) unsigned int placeholder##_x();        \
    __glint_runtime __attribute__((const)) unsigned int placeholder##_y();        \
    __glint_runtime __attribute__((const)) unsigned int placeholder##_z();        \
    struct placeholder##_type {                                                   \
        __declspec(property(get = get_x)) unsigned int x;                         \
        __declspec(property(get = get_y)) unsigned int y;                         \
        __declspec(property(get = get_z)) unsigned int z;                         \
        __glint_device unsigned int get_x() { return placeholder##_x(); }         \
        __glint_device unsigned int get_y() { return placeholder##_y(); }         \
        __glint_device unsigned int get_z() { return placeholder##_z(); }         \
        __device__ operator uint3() const { return {get_x(), get_y(), get_z()}; } \
        __device__ operator dim3() const { return {get_x(), get_y(), get_z()}; }  \
    };                                                                            \
    static const __device__ constexpr placeholder##_type variable{};

__GLINT_INDEX(threadIdx, __glint_thread)
__GLINT_INDEX(blockIdx, __glint_block)
__GLINT_INDEX(blockDim, __glint_block_dim)
__GLINT_INDEX(gridDim, __glint_grid_dim)

#undef __GLINT_INDEX

static const __device__ constexpr int warpSize = 32;

/// The place of the thread in its warp.
__glint_runtime __attribute__((const)) unsigned int __glint_lane_index();
__glint_device unsigned int __glint_lane() { return __glint_lane_index(); }
