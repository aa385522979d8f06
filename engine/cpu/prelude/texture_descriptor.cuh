// SPDX-License-Identifier: MIT
#pragma once

// A `cudaTextureObject_t` is the address of GlintTexture. The runtime and the prelude use it.

struct GlintTextureLevel {
    const unsigned char* data;
    unsigned long pitch_bytes;  // distance between two rows
    unsigned long slice_bytes;  // distance between two slices, layers or faces
    int width, rows, slices;    // 1 if the axis does not exist
};

enum GlintChannel {
    GlintChannelU8,
    GlintChannelS8,
    GlintChannelU16,
    GlintChannelS16,
    GlintChannelU32,
    GlintChannelS32,
    GlintChannelF16,
    GlintChannelF32
};

// The address modes, which define the values beyond the ends of an axis.
enum GlintAddress { GlintAddressWrap, GlintAddressClamp, GlintAddressMirror, GlintAddressBorder };

enum { GlintMaxLevels = 18 };

struct GlintTexture {
    GlintTextureLevel levels[GlintMaxLevels];
    int level_count;
    GlintChannel channel;
    int channel_bytes;
    int channels;
    GlintAddress address[3];
    bool is_linear;  // true: interpolates between texels; false: nearest texel
    bool is_linear_between_levels;
    bool is_normalized;     // coordinates are from 0 to 1
    bool reads_normalized;  // integers are read as float, from 0 to 1 or from -1 to 1
    float border[4];
    float level_bias, min_level, max_level;
    int first_level;    // level for fetches that do not specify a level
    const float* srgb;  // values of the bytes 0 to 255 in sRGB; null if not sRGB
};
