// SPDX-License-Identifier: MIT
// Color spaces for displays, for adding light, and for perception. Channels are from 0 to 1. A
// float3 holds the channels in the order in which the color space's name lists them.
#pragma once

#include <glint/vector.cuh>

namespace glint {

/// Converts an sRGB channel to linear light: IEC 61966-2-1.
__device__ inline float srgb_to_linear(float x) {
    return x <= 0.04045f ? x / 12.92f : powf((x + 0.055f) / 1.055f, 2.4f);
}
__device__ inline float linear_to_srgb(float x) {
    return x <= 0.0031308f ? 12.92f * x : 1.055f * powf(x, 1 / 2.4f) - 0.055f;
}
__device__ inline float3 srgb_to_linear(float3 colour) {
    return each([](float x) { return srgb_to_linear(x); }, colour);
}
__device__ inline float3 linear_to_srgb(float3 colour) {
    return each([](float x) { return linear_to_srgb(x); }, colour);
}
/// Returns the luminance of linear channels, with the weights of ITU-R BT.709.
__device__ inline float luminance(float3 linear) {
    return dot(linear, make_float3(0.2126f, 0.7152f, 0.0722f));
}

/// Converts HSV to RGB. Hue is in turns, from red via green and blue back to red, and wraps around.
__device__ inline float3 hsv_to_rgb(float3 hsv) {
    const float3 turns = fract(make_float3(hsv.x, hsv.x + 2 / 3.0f, hsv.x + 1 / 3.0f));
    const float3 pure = clamp(abs(turns * 6.0f - 3.0f) - 1.0f, 0.0f, 1.0f);
    return hsv.z * lerp(splat<float3>(1.0f), pure, hsv.y);
}
/// Converts RGB to hue, saturation and value. The hue of grays is 0.
__device__ inline float3 rgb_to_hsv(float3 rgb) {
    const float most = greatest(rgb), range = most - least(rgb);
    if (!(range > 0)) return make_float3(0, 0, most);
    float sixths = 4 + (rgb.x - rgb.y) / range;
    if (most == rgb.x) {
        sixths = (rgb.y - rgb.z) / range;
    } else if (most == rgb.y) {
        sixths = 2 + (rgb.z - rgb.x) / range;
    }
    const float hue = sixths / 6;
    return make_float3(hue < 0 ? hue + 1 : hue, range / most, most);
}

/// Converts linear sRGB to lightness and two opponent color axes. Equal distances look equal:
/// Ottosson, "A perceptual color space for image processing", 2020.
__device__ inline float3 linear_to_oklab(float3 c) {
    const float l = cbrtf(0.4122214708f * c.x + 0.5363325363f * c.y + 0.0514459929f * c.z);
    const float m = cbrtf(0.2119034982f * c.x + 0.6806995451f * c.y + 0.1073969566f * c.z);
    const float s = cbrtf(0.0883024619f * c.x + 0.2817188376f * c.y + 0.6299787005f * c.z);
    return make_float3(0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s,
                       1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s,
                       0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s);
}
__device__ inline float3 oklab_to_linear(float3 lab) {
    const float l = lab.x + 0.3963377774f * lab.y + 0.2158037573f * lab.z;
    const float m = lab.x - 0.1055613458f * lab.y - 0.0638541728f * lab.z;
    const float s = lab.x - 0.0894841775f * lab.y - 1.2914855480f * lab.z;
    const float3 cubes = make_float3(l * l * l, m * m * m, s * s * s);
    return make_float3(dot(cubes, make_float3(4.0767416621f, -3.3077115913f, 0.2309699292f)),
                       dot(cubes, make_float3(-1.2684380046f, 2.6097574011f, -0.3413193965f)),
                       dot(cubes, make_float3(-0.0041960863f, -0.7034186147f, 1.7076147010f)));
}

/// Packs four channels, rounded and clamped, into an RGBA8 texel, with red in the lowest byte.
__device__ inline unsigned int to_rgba8(float4 colour) {
    const uint4 bytes = vector_cast<uint4>(clamp(colour, 0.0f, 1.0f) * 255.0f + 0.5f);
    return bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24;
}
__device__ inline float4 from_rgba8(unsigned int texel) {
    const uint4 bytes = make_uint4(texel & 255, texel >> 8 & 255, texel >> 16 & 255, texel >> 24);
    return vector_cast<float4>(bytes) / 255.0f;
}

}  // namespace glint
