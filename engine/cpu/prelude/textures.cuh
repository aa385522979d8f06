// SPDX-License-Identifier: MIT
#pragma once

#include <__glint/texture_sampling.cuh>

// Functions that fetch from texture objects. They use CUDA's rules for filtering and addressing.

/// Converts registers to the result type of a fetch. Each channel has a 32-bit register.
template <class T>
struct __glint_fetched;

template <class Channel>
__glint_device Channel __glint_from_register(unsigned int bits) {
    if constexpr (__is_floating_point(Channel))
        return __builtin_bit_cast(float, bits);
    else
        return static_cast<Channel>(bits);
}

#define __GLINT_FETCHED(type, channel, ...)                              \
    template <>                                                          \
    struct __glint_fetched<type> {                                       \
        static constexpr int channels = sizeof(type) / sizeof(channel);  \
        __glint_member static type from(const unsigned int* registers) { \
            const auto at = [&](int index) {                             \
                return __glint_from_register<channel>(registers[index]); \
            };                                                           \
            return {__VA_ARGS__};                                        \
        }                                                                \
    };
#define __GLINT_FETCHED_VECTORS(channel, name)      \
    __GLINT_FETCHED(channel, channel, at(0))        \
    __GLINT_FETCHED(name##1, channel, at(0))        \
    __GLINT_FETCHED(name##2, channel, at(0), at(1)) \
    __GLINT_FETCHED(name##4, channel, at(0), at(1), at(2), at(3))
__GLINT_FETCHED_VECTORS(signed char, char)
__GLINT_FETCHED_VECTORS(unsigned char, uchar)
__GLINT_FETCHED_VECTORS(short, short)
__GLINT_FETCHED_VECTORS(unsigned short, ushort)
__GLINT_FETCHED_VECTORS(int, int)
__GLINT_FETCHED_VECTORS(unsigned int, uint)
__GLINT_FETCHED_VECTORS(float, float)
__GLINT_FETCHED(char, char, at(0))
#undef __GLINT_FETCHED_VECTORS
#undef __GLINT_FETCHED

/// Returns a value made from the registers that `channel_of` returns for the channels. As in
/// __glint_sampled, the loop is not unrolled, because compiling would take too long.
template <class T, class ChannelOf>
__glint_device T __glint_assembled(ChannelOf channel_of) {
    unsigned int registers[4];
#pragma clang loop unroll(disable)
    for (int channel = 0; channel < __glint_fetched<T>::channels; ++channel)
        registers[channel] = channel_of(channel);
    return __glint_fetched<T>::from(registers);
}

__glint_device const GlintTexture& __glint_texture(cudaTextureObject_t handle) {
    return *reinterpret_cast<const GlintTexture*>(handle);
}

/// Fetches from a single mipmap level.
template <class T, int dimensions>
__glint_device T __glint_fetch_level(const GlintTexture& texture, int which, __glint_point at) {
    const GlintTextureLevel& level = texture.levels[which];
    const __glint_sample sample = __glint_sample_of<dimensions>(texture, level, at);
    return __glint_assembled<T>(
        [&](int channel) { return __glint_sampled<dimensions>(texture, level, sample, channel); });
}

template <class T, int dimensions>
__glint_device T __glint_fetch(cudaTextureObject_t handle, __glint_point at) {
    const GlintTexture& texture = __glint_texture(handle);
    return __glint_fetch_level<T, dimensions>(texture, texture.first_level, at);
}

/// Fetches from two mipmap levels and interpolates between the results.
template <class T, int dimensions>
__glint_device T __glint_fetch_mixed(const GlintTexture& texture, float level, __glint_point at) {
    const int fixed = static_cast<int>(__builtin_floorf(level * 256.0f + 0.5f));
    const int low = fixed >> 8;
    const int high = __glint_between(low + 1, 0, texture.level_count - 1);
    const float weight = static_cast<float>(fixed & 255) * 0.00390625f;
    const __glint_sample fine = __glint_sample_of<dimensions>(texture, texture.levels[low], at);
    const __glint_sample coarse = __glint_sample_of<dimensions>(texture, texture.levels[high], at);
    return __glint_assembled<T>([&](int channel) {
        const float a = __builtin_bit_cast(
            float, __glint_sampled<dimensions>(texture, texture.levels[low], fine, channel));
        const float b = __builtin_bit_cast(
            float, __glint_sampled<dimensions>(texture, texture.levels[high], coarse, channel));
        return __builtin_bit_cast(unsigned int, __glint_mix(a, b, weight));
    });
}

template <class T, int dimensions>
__glint_device T __glint_fetch_lod(cudaTextureObject_t handle, __glint_point at, float level) {
    const GlintTexture& texture = __glint_texture(handle);
    const float near = __builtin_fminf(
        __builtin_fmaxf(level + texture.level_bias, texture.min_level), texture.max_level);
    if (texture.is_linear_between_levels)
        return __glint_fetch_mixed<T, dimensions>(texture, near, at);
    const int nearest = static_cast<int>(__builtin_floorf(near + 0.5f));
    return __glint_fetch_level<T, dimensions>(texture, nearest, at);
}

/// Returns the mipmap level at which the longer of `dx` and `dy` is one texel long.
__glint_device float __glint_level_of(cudaTextureObject_t handle, float2 dx, float2 dy) {
    const GlintTextureLevel& level = __glint_texture(handle).levels[0];
    const float width = static_cast<float>(level.width), rows = static_cast<float>(level.rows);
    const float a = dx.x * dx.x * width * width + dx.y * dx.y * rows * rows;
    const float b = dy.x * dy.x * width * width + dy.y * dy.y * rows * rows;
    return 0.5f * log2f(__builtin_fmaxf(__builtin_fmaxf(a, b), __FLT_MIN__));
}

/// Returns the texels that a linear filter would use, even if the texture has another filter.
__glint_device __glint_sample __glint_footprint(const GlintTexture& texture, float x, float y) {
    const GlintTextureLevel& level = texture.levels[0];
    return {__glint_linear_axis(texture, 0, level.width, x),
            __glint_linear_axis(texture, 1, level.rows, y),
            {}};
}

/// Returns the point at which a direction intersects the surface of the cube.
__glint_device __glint_point __glint_cube_point(float x, float y, float z, int layer) {
    const float size_x = __builtin_fabsf(x), size_y = __builtin_fabsf(y);
    const float size_z = __builtin_fabsf(z);
    const bool along_x = size_x >= size_y && size_x >= size_z;
    const bool along_y = !along_x && size_y >= size_z;
    const float major = along_x ? x : along_y ? y : z;
    const bool negative = major < 0;
    const float s = along_x ? (negative ? z : -z) : along_y ? x : negative ? -x : x;
    const float t = along_y ? (negative ? -z : z) : -y;
    const int face = (along_x ? 0 : along_y ? 2 : 4) + negative;
    const float scale = 0.5f / __builtin_fabsf(major);
    return {s * scale + 0.5f, t * scale + 0.5f, 0, 6 * layer + face};
}

// Defines a fetch function, and an overload that stores the result at an address.
#define __GLINT_TEXTURE(name, parameters, arguments, ...)                                      \
    template <class T>                                                                         \
    __glint_device T name(cudaTextureObject_t texture, __GLINT_LIST parameters) {              \
        return __VA_ARGS__;                                                                    \
    }                                                                                          \
    template <class T>                                                                         \
    __glint_device void name(T* value, cudaTextureObject_t texture, __GLINT_LIST parameters) { \
        *value = name<T>(texture, __GLINT_LIST arguments);                                     \
    }
#define __GLINT_LIST(...) __VA_ARGS__

__GLINT_TEXTURE(tex1D, (float x), (x), __glint_fetch<T, 1>(texture, {x, 0, 0, 0}))
__GLINT_TEXTURE(tex2D, (float x, float y), (x, y), __glint_fetch<T, 2>(texture, {x, y, 0, 0}))
__GLINT_TEXTURE(tex3D, (float x, float y, float z), (x, y, z),
                __glint_fetch<T, 3>(texture, {x, y, z, 0}))
__GLINT_TEXTURE(tex1DLayered, (float x, int layer), (x, layer),
                __glint_fetch<T, 1>(texture, {x, 0, 0, layer}))
__GLINT_TEXTURE(tex2DLayered, (float x, float y, int layer), (x, y, layer),
                __glint_fetch<T, 2>(texture, {x, y, 0, layer}))
__GLINT_TEXTURE(texCubemap, (float x, float y, float z), (x, y, z),
                __glint_fetch<T, 2>(texture, __glint_cube_point(x, y, z, 0)))
__GLINT_TEXTURE(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer),
                __glint_fetch<T, 2>(texture, __glint_cube_point(x, y, z, layer)))
__GLINT_TEXTURE(tex1DLod, (float x, float level), (x, level),
                __glint_fetch_lod<T, 1>(texture, {x, 0, 0, 0}, level))
__GLINT_TEXTURE(tex2DLod, (float x, float y, float level), (x, y, level),
                __glint_fetch_lod<T, 2>(texture, {x, y, 0, 0}, level))
__GLINT_TEXTURE(tex3DLod, (float x, float y, float z, float level), (x, y, z, level),
                __glint_fetch_lod<T, 3>(texture, {x, y, z, 0}, level))
__GLINT_TEXTURE(tex2DGrad, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy),
                __glint_fetch_lod<T, 2>(texture, {x, y, 0, 0}, __glint_level_of(texture, dx, dy)))

/// Fetches the texel at an index. Ignores filter and address mode. Returns 0 outside the texture.
__GLINT_TEXTURE(tex1Dfetch, (int x), (x), __glint_assembled<T>([&](int channel) {
                    const GlintTexture& from = __glint_texture(texture);
                    const unsigned int value =
                        __glint_texel(from, from.levels[0], x, 0, 0, channel);
                    return static_cast<unsigned int>(x) <
                                   static_cast<unsigned int>(from.levels[0].width)
                               ? value
                               : 0;
                }))

/// Returns a channel of the four texels that a linear filter would use. They are in
/// counterclockwise order, starting with the texel with low x and high y.
__GLINT_TEXTURE(tex2Dgather, (float x, float y, int component = 0), (x, y, component),
                __glint_assembled<T>([&](int corner) {
                    const GlintTexture& from = __glint_texture(texture);
                    const __glint_sample at = __glint_footprint(from, x, y);
                    const bool high_x = corner == 1 || corner == 2, high_y = corner < 2;
                    return __glint_texel(from, from.levels[0], high_x ? at.x.high : at.x.low,
                                         high_y ? at.y.high : at.y.low, 0, component);
                }))

#undef __GLINT_LIST
#undef __GLINT_TEXTURE
