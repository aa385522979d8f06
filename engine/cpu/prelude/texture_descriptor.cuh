// SPDX-License-Identifier: MIT
#pragma once

// Target of a `cudaTextureObject_t` on the CPU. Shared by the runtime and the prelude.

struct GlintTextureLevel {
    const unsigned char* data;
    unsigned long pitch_bytes;  // distance from row to row
    unsigned long slice_bytes;  // distance between slices, layers, or faces
    int width, rows, slices;    // 1 for a missing axis
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

// Address modes beyond the end of an axis.
enum GlintAddress { GlintAddressWrap, GlintAddressClamp, GlintAddressMirror, GlintAddressBorder };

enum { GlintMaxLevels = 18 };

struct GlintTexture {
    GlintTextureLevel levels[GlintMaxLevels];
    int level_count;
    GlintChannel channel;
    int channel_bytes;
    int channels;
    GlintAddress address[3];
    bool is_linear;  // interpolates between texels instead of taking the nearest
    bool is_linear_between_levels;
    bool is_normalized;     // coordinates are 0..1
    bool reads_normalized;  // integers are read as float, 0..1 or -1..1
    float border[4];
    float level_bias, min_level, max_level;
    int first_level;    // for fetches that do not specify a level
    const float* srgb;  // values of 0..255 if they are sRGB, else null
};
