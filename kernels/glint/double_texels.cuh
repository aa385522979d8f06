// SPDX-License-Identifier: MIT
// Doubles in textures and surfaces, which do not support doubles. A texel of two 32-bit
// integers, texels_of<std::int32_t>(2), stores one double, and a texel of four stores two. Do
// not filter:
//     double value = glint::as_double(tex2D<int2>(texture, x, y));
//     surf2Dwrite(glint::as_texel(2 * value), surface, x * sizeof(double), y);
//
// The host can upload doubles directly, because the lower half comes first, as in memory.
#pragma once

namespace glint {

__device__ inline double as_double(int2 texel) { return __hiloint2double(texel.y, texel.x); }

__device__ inline double2 as_double2(int4 texel) {
    return make_double2(__hiloint2double(texel.y, texel.x), __hiloint2double(texel.w, texel.z));
}

__device__ inline int2 as_texel(double value) {
    return make_int2(__double2loint(value), __double2hiint(value));
}

__device__ inline int4 as_texel(double2 value) {
    return make_int4(__double2loint(value.x), __double2hiint(value.x), __double2loint(value.y),
                     __double2hiint(value.y));
}

/// Fetches element `index` of a texture of these texels in linear memory, without filtering.
__device__ inline double fetch_double(cudaTextureObject_t texture, int index) {
    return as_double(tex1Dfetch<int2>(texture, index));
}
/// Fetches texel (x, y) of a 2-D texture, without filtering or normalized coordinates.
__device__ inline double fetch_double(cudaTextureObject_t texture, int x, int y) {
    return as_double(
        tex2D<int2>(texture, static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f));
}

}  // namespace glint
