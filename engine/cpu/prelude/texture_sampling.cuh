// SPDX-License-Identifier: MIT
#pragma once

#include <__glint/texture_descriptor.cuh>

// Converts the coordinates of a texture to texels and weights. Branches depend only on the state of
// the texture. Everything else uses selections, so that a loop over threads can be vectorized.

/// The two texels along an axis that a fetch interpolates. For a single texel, `weight` is 0.
struct __glint_axis {
    int low, high;
    float weight;  // weight of `high`; the weight of `low` is 1 - weight
};

/// Returns a position in texels, reduced to one period (wrap) or two periods (mirror).
__glint_device float __glint_position(float x, int size, GlintAddress address, bool normalized) {
    // No texture is this large. For larger positions, rounding would cancel later additions of 0.5.
    constexpr float kFar = 4194304.0f;
    float position = x;
    if (normalized) {
        if (address == GlintAddressWrap) x -= __builtin_floorf(x);
        if (address == GlintAddressMirror) x -= 2 * __builtin_floorf(0.5f * x);
        position = x * static_cast<float>(size);
    }
    return __builtin_fmaxf(__builtin_fminf(position, kFar), -kFar);
}

/// Returns the texel for `index`, which is at most one period outside the texture; see
/// __glint_position. With border addressing, the returned texel may be outside the texture.
__glint_device int __glint_texel_index(int index, int size, GlintAddress address) {
    switch (address) {
        case GlintAddressWrap:
            return index < 0 ? index + size : index >= size ? index - size : index;
        case GlintAddressMirror: {
            const int once = index < 0 ? -1 - index : index >= 2 * size ? index - 2 * size : index;
            return once >= size ? 2 * size - 1 - once : once;
        }
        case GlintAddressClamp: return __glint_between(index, 0, size - 1);
        default: return index;
    }
}

__glint_device __glint_axis __glint_nearest_axis(const GlintTexture& texture, int axis, int size,
                                                 float x) {
    const GlintAddress address = texture.address[axis];
    const float position = __glint_position(x, size, address, texture.is_normalized);
    const int index = static_cast<int>(__builtin_floorf(position));
    const int texel = __glint_texel_index(index, size, address);
    return {texel, texel, 0.0f};
}

__glint_device __glint_axis __glint_linear_axis(const GlintTexture& texture, int axis, int size,
                                                float x) {
    const GlintAddress address = texture.address[axis];
    const float position = __glint_position(x, size, address, texture.is_normalized);
    // The center of texel i is at i + 0.5. Weights are multiples of 1/256.
    const int fixed = static_cast<int>(__builtin_floorf((position - 0.5f) * 256.0f + 0.5f));
    const int index = fixed >> 8;
    return {__glint_texel_index(index, size, address),
            __glint_texel_index(index + 1, size, address),
            static_cast<float>(fixed & 255) * 0.00390625f};
}

__glint_device __glint_axis __glint_sample_axis(const GlintTexture& texture, int axis, int size,
                                                float x) {
    return texture.is_linear ? __glint_linear_axis(texture, axis, size, x)
                             : __glint_nearest_axis(texture, axis, size, x);
}

template <class T>
__glint_device T __glint_channel_at(const unsigned char* at) {
    return *reinterpret_cast<const T*>(at);
}

/// Returns a channel as a 32-bit register, which contains an integer or the bits of a float.
__glint_device unsigned int __glint_channel(const GlintTexture& texture, const unsigned char* at,
                                            int channel) {
    int value = 0;
    float scale = 1;
    switch (texture.channel) {
        case GlintChannelF32:
        case GlintChannelU32:
        case GlintChannelS32: return __glint_channel_at<unsigned int>(at);
        case GlintChannelF16:
            return __builtin_bit_cast(unsigned int,
                                      static_cast<float>(__glint_channel_at<_Float16>(at)));
        case GlintChannelU8:
            value = __glint_channel_at<unsigned char>(at), scale = 255;
            if (texture.srgb && channel < 3)
                return __builtin_bit_cast(unsigned int, texture.srgb[value]);
            break;
        case GlintChannelS8: value = __glint_channel_at<signed char>(at), scale = 127; break;
        case GlintChannelU16: value = __glint_channel_at<unsigned short>(at), scale = 65535; break;
        case GlintChannelS16: value = __glint_channel_at<short>(at), scale = 32767; break;
    }
    if (!texture.reads_normalized) return static_cast<unsigned int>(value);
    // The most negative integer also becomes -1.
    return __builtin_bit_cast(unsigned int,
                              __builtin_fmaxf(static_cast<float>(value) / scale, -1.0f));
}

__glint_device unsigned int __glint_texel(const GlintTexture& texture,
                                          const GlintTextureLevel& level, int x, int y, int z,
                                          int channel) {
    if (channel >= texture.channels) return 0;
    const int near_x = __glint_between(x, 0, level.width - 1);
    const int near_y = __glint_between(y, 0, level.rows - 1);
    const int near_z = __glint_between(z, 0, level.slices - 1);
    const unsigned char* at =
        level.data + near_z * level.slice_bytes + near_y * level.pitch_bytes +
        static_cast<unsigned long>(near_x * texture.channels + channel) * texture.channel_bytes;
    const unsigned int value = __glint_channel(texture, at, channel);
    const bool inside = near_x == x && near_y == y && near_z == z;
    return inside ? value : __builtin_bit_cast(unsigned int, texture.border[channel]);
}

__glint_device float __glint_mix(float low, float high, float weight) {
    return (1 - weight) * low + weight * high;
}

/// The texels along each axis that a fetch reads. An axis that does not exist has a single texel.
struct __glint_sample {
    __glint_axis x, y, z;
};

/// Returns the weight of a texel. Each bit of `corner` selects `low` or `high` along one axis.
template <int dimensions>
__glint_device float __glint_corner_weight(const __glint_sample& at, int corner) {
    float weight = corner & 1 ? at.x.weight : 1 - at.x.weight;
    if constexpr (dimensions >= 2) weight *= corner & 2 ? at.y.weight : 1 - at.y.weight;
    if constexpr (dimensions >= 3) weight *= corner & 4 ? at.z.weight : 1 - at.z.weight;
    return weight;
}

/// Returns the sampled value of a channel. The loop is not unrolled, because the code for every
/// format at every corner of a volume would take seconds to compile.
template <int dimensions>
__glint_device unsigned int __glint_sampled(const GlintTexture& texture,
                                            const GlintTextureLevel& level,
                                            const __glint_sample& at, int channel) {
    const int corners = texture.is_linear ? 1 << dimensions : 1;
    unsigned int bits = 0;
    float sum = 0;
#pragma clang loop unroll(disable)
    for (int corner = 0; corner < corners; ++corner) {
        const int x = corner & 1 ? at.x.high : at.x.low;
        const int y = corner & 2 ? at.y.high : at.y.low;
        const int z = corner & 4 ? at.z.high : at.z.low;
        bits = __glint_texel(texture, level, x, y, z, channel);
        sum += __glint_corner_weight<dimensions>(at, corner) * __builtin_bit_cast(float, bits);
    }
    return texture.is_linear ? __builtin_bit_cast(unsigned int, sum) : bits;
}

/// Coordinates of a fetch, and its layer or face. The coordinates of unused axes are 0.
struct __glint_point {
    float x, y, z;
    int layer;
};

template <int dimensions>
__glint_device __glint_sample __glint_sample_of(const GlintTexture& texture,
                                                const GlintTextureLevel& level,
                                                const __glint_point& at) {
    const int layer = __glint_between(at.layer, 0, level.slices - 1);
    __glint_sample sample{__glint_sample_axis(texture, 0, level.width, at.x), {}, {layer, 0, 0}};
    if constexpr (dimensions >= 2) sample.y = __glint_sample_axis(texture, 1, level.rows, at.y);
    if constexpr (dimensions >= 3) sample.z = __glint_sample_axis(texture, 2, level.slices, at.z);
    return sample;
}
