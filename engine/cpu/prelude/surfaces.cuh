#pragma once

#include <__glint/surface_descriptor.cuh>

// 2-D surfaces. As in CUDA, x counts bytes and y rows. Outside, a write is ignored and a read
// gives zeros, whatever the boundary mode.

typedef unsigned long long cudaSurfaceObject_t;
typedef unsigned long long cudaTextureObject_t;

enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,
    cudaBoundaryModeClamp = 1,
    cudaBoundaryModeTrap = 2
};

/// The pixel's address, or nullptr if any of its bytes lies outside.
template <class T>
__glint_device T* __glint_surface_pixel(cudaSurfaceObject_t handle, int x, int y) {
    const GlintSurface* surface = reinterpret_cast<const GlintSurface*>(handle);
    const bool inside = y >= 0 && static_cast<unsigned int>(y) < surface->height && x >= 0 &&
                        x + sizeof(T) <= surface->width_bytes;
    if (!inside) return nullptr;
    return reinterpret_cast<T*>(surface->data + y * surface->pitch_bytes + x);
}

template <class T>
__glint_device void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y,
                                cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {
    if (T* pixel = __glint_surface_pixel<T>(surface, x, y)) *pixel = value;
}

template <class T>
__glint_device T surf2Dread(cudaSurfaceObject_t surface, int x, int y,
                            cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {
    const T* pixel = __glint_surface_pixel<T>(surface, x, y);
    return pixel != nullptr ? *pixel : T{};
}

template <class T>
__glint_device void surf2Dread(T* value, cudaSurfaceObject_t surface, int x, int y,
                               cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {
    *value = surf2Dread<T>(surface, x, y);
}
