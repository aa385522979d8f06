// Doubles out of textures, which hold none: as pairs of integers, an element of two 32-bit words.
#pragma once

namespace glint {

/// Element `index` of a texture of linear memory whose format is two channels of `int`, read as the
/// double that these bits are. No filtering.
__device__ inline double fetch_double(cudaTextureObject_t texture, int index) {
    const int2 words = tex1Dfetch<int2>(texture, index);
    return __hiloint2double(words.y, words.x);
}
/// Texel (x, y) of a texture of two dimensions with the same format and nearest filtering, whose
/// coordinates are not normalised.
__device__ inline double fetch_double(cudaTextureObject_t texture, int x, int y) {
    const int2 words =
        tex2D<int2>(texture, static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
    return __hiloint2double(words.y, words.x);
}

}  // namespace glint
