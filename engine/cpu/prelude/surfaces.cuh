// SPDX-License-Identifier: MIT
#pragma once

#include <__glint/surface_descriptor.cuh>

// Surface functions. x is in bytes, as in CUDA. Outside the surface, the mode `zero` reads zeros
// and ignores writes, `clamp` uses the nearest element, and `trap` ends the kernel.

typedef unsigned long long cudaSurfaceObject_t;
typedef unsigned long long cudaTextureObject_t;

enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,
    cudaBoundaryModeClamp = 1,
    cudaBoundaryModeTrap = 2
};

// Ends the kernel because byte `x` of row `y` of slice `z` is outside the surface.
__glint_runtime __attribute__((noreturn, nomerge)) void __glint_surface_failed(
    const GlintSurface* surface, int x, int y, int z, unsigned int size_bytes,
    unsigned int is_write);

/// An element of a surface. If `is_meant` is false, the requested element is outside the surface.
template <class T>
struct __glint_surface_place {
    T* element;
    bool is_meant;
};

__glint_device int __glint_between(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

template <class T>
__glint_device __glint_surface_place<T> __glint_surface_at(cudaSurfaceObject_t handle, int x, int y,
                                                           int z, cudaSurfaceBoundaryMode mode,
                                                           bool is_write) {
    const GlintSurface* surface = reinterpret_cast<const GlintSurface*>(handle);
    const int last_x = static_cast<int>(surface->width_bytes) - static_cast<int>(sizeof(T));
    const int near_x = __glint_between(x, 0, last_x);
    const int near_y = __glint_between(y, 0, static_cast<int>(surface->rows) - 1);
    const int near_z = __glint_between(z, 0, static_cast<int>(surface->slices) - 1);
    const bool inside = near_x == x && near_y == y && near_z == z;
    if (mode == cudaBoundaryModeTrap && !inside)
        __glint_surface_failed(surface, x, y, z, sizeof(T), is_write);
    unsigned char* at =
        surface->data + near_z * surface->slice_bytes + near_y * surface->pitch_bytes + near_x;
    return {reinterpret_cast<T*>(at), inside || mode == cudaBoundaryModeClamp};
}

template <class T>
__glint_device void __glint_surface_write(T value, cudaSurfaceObject_t surface, int x, int y, int z,
                                          cudaSurfaceBoundaryMode mode) {
    const __glint_surface_place<T> place = __glint_surface_at<T>(surface, x, y, z, mode, true);
    if (place.is_meant) *place.element = value;
}

template <class T>
__glint_device T __glint_surface_read(cudaSurfaceObject_t surface, int x, int y, int z,
                                      cudaSurfaceBoundaryMode mode) {
    const __glint_surface_place<T> place = __glint_surface_at<T>(surface, x, y, z, mode, false);
    return place.is_meant ? *place.element : T{};
}

// Defines the read and write function for a kind of surface. `parameters` select an element.
#define __GLINT_SURFACE(kind, parameters, ...)                                                   \
    template <class T>                                                                           \
    __glint_device void surf##kind##write(T value, cudaSurfaceObject_t surface,                  \
                                          __GLINT_LIST parameters,                               \
                                          cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
        __glint_surface_write(value, surface, __VA_ARGS__, mode);                                \
    }                                                                                            \
    template <class T>                                                                           \
    __glint_device T surf##kind##read(cudaSurfaceObject_t surface, __GLINT_LIST parameters,      \
                                      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {     \
        return __glint_surface_read<T>(surface, __VA_ARGS__, mode);                              \
    }                                                                                            \
    template <class T>                                                                           \
    __glint_device void surf##kind##read(T* value, cudaSurfaceObject_t surface,                  \
                                         __GLINT_LIST parameters,                                \
                                         cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
        *value = __glint_surface_read<T>(surface, __VA_ARGS__, mode);                            \
    }
#define __GLINT_LIST(...) __VA_ARGS__

__GLINT_SURFACE(1D, (int x), x, 0, 0)
__GLINT_SURFACE(2D, (int x, int y), x, y, 0)
__GLINT_SURFACE(3D, (int x, int y, int z), x, y, z)
__GLINT_SURFACE(1DLayered, (int x, int layer), x, 0, layer)
__GLINT_SURFACE(2DLayered, (int x, int y, int layer), x, y, layer)
__GLINT_SURFACE(Cubemap, (int x, int y, int face), x, y, face)
__GLINT_SURFACE(CubemapLayered, (int x, int y, int layer_face), x, y, layer_face)

#undef __GLINT_LIST
#undef __GLINT_SURFACE
