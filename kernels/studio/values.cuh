// SPDX-License-Identifier: MIT
// Numbers and vectors of any type, one per element of a field, and their colors in images. Files
// that include this must define SCALAR, the number type, and COMPONENTS, the number of components
// per element.
#pragma once

#include <glint/half.cuh>
#include <studio/layouts.cuh>

#ifndef SCALAR  // for standalone compilation
#define SCALAR float
#define COMPONENTS 1
#endif

namespace glint {
namespace studio {

constexpr int kColors = 256;

__device__ inline const void* address(const Values& values, unsigned long long element) {
    return static_cast<const unsigned char*>(values.first) + element * values.stride_bytes;
}

__device__ inline float component(const Values& values, unsigned long long element, int i) {
    const auto* of = static_cast<const SCALAR*>(address(values, element));
    return static_cast<float>(of[i]);
}

/// Returns the number at an address, or the length of the vector at the address.
__device__ inline float number_in(const void* element) {
    const auto* of = static_cast<const SCALAR*>(element);
    if (COMPONENTS == 1) return static_cast<float>(of[0]);
    float square = 0;
    for (int i = 0; i < COMPONENTS; ++i) {
        const float x = static_cast<float>(of[i]);
        square += x * x;
    }
    return sqrtf(square);
}

/// Returns the number of an element, or the length of its vector.
__device__ inline float number(const Values& values, unsigned long long element) {
    return number_in(address(values, element));
}

__device__ inline bool is_finite(float x) { return fabsf(x) <= 3.402823466e38f; }

/// Magenta marks NaN and infinity, because no colormap contains magenta.
__device__ inline uchar4 non_finite_color() { return make_uchar4(255, 0, 255, 255); }

/// Returns the position of a value on the color scale: 0 (first color) to 1 (last) or beyond.
__device__ inline float place_on(const ColorScale& scale, float value) {
    const float low = scale.is_logarithmic ? logf(scale.low) : scale.low;
    const float high = scale.is_logarithmic ? logf(scale.high) : scale.high;
    const float at = scale.is_logarithmic ? logf(fmaxf(value, 1e-37f)) : value;
    return (at - low) / (high - low);
}

/// Returns the color at a position on the scale.
__device__ inline uchar4 color_at(float place, const ColorScale& scale, const uchar4* colors) {
    const float t = fminf(fmaxf(place, 0.0f), 1.0f);
    return colors[static_cast<int>((scale.start + (1 - scale.start) * t) * (kColors - 1) + 0.5f)];
}

__device__ inline uchar4 color_of(float value, const ColorScale& scale, const uchar4* colors) {
    return is_finite(value) ? color_at(place_on(scale, value), scale, colors) : non_finite_color();
}

__device__ inline unsigned char byte_of(float x) {
    return static_cast<unsigned char>(fminf(fmaxf(x, 0.0f), 255.0f) + 0.5f);
}

__device__ inline bool are_bytes(const unsigned char*) { return true; }
__device__ inline bool are_bytes(const void*) { return false; }

/// Returns the color stored in the element. Channels other than bytes are scaled from 0..1.
__device__ inline uchar4 own_color(const Values& values, unsigned long long element) {
    if (COMPONENTS == 4 && are_bytes(static_cast<const SCALAR*>(nullptr)))  // a uchar4: one read
        return *static_cast<const uchar4*>(address(values, element));
    const float unit = sizeof(SCALAR) == 1 ? 1.0f : 255.0f;
    float rgba[4] = {0, 0, 0, 255};
    for (int i = 0; i < COMPONENTS && i < 4; ++i) rgba[i] = unit * component(values, element, i);
    return make_uchar4(byte_of(rgba[0]), byte_of(rgba[1]), byte_of(rgba[2]), byte_of(rgba[3]));
}

__device__ inline uchar4 shown_color(const Values& values, unsigned long long element,
                                     const ColorScale& scale, const uchar4* colors) {
    return scale.is_color ? own_color(values, element)
                          : color_of(number(values, element), scale, colors);
}

}  // namespace studio
}  // namespace glint
