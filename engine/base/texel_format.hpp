// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <string>

#include <glint/base/pixel_format.hpp>

namespace glint {

/// The type of a texel's channels.
enum class ChannelKind { unsigned_integer, signed_integer, floating };

/// The channels of an image that kernels access through textures and surfaces: 1, 2 or 4 channels
/// of 8, 16 or 32-bit integers, or of 16 or 32-bit floats.
struct TexelFormat {
    constexpr TexelFormat(ChannelKind of, unsigned bits_each, unsigned count) noexcept
        : kind(of), bits(bits_each), channels(count) {}
    /// Converts a pixel format. `rgba8` has four 8-bit integers, which a texture may scale to 0..1.
    constexpr TexelFormat(PixelFormat format) noexcept
        : kind(format == PixelFormat::rgba8 ? ChannelKind::unsigned_integer
                                            : ChannelKind::floating),
          bits(format == PixelFormat::rgba8 ? 8 : 32),
          channels(channel_count(format)) {}

    friend constexpr bool operator==(const TexelFormat&, const TexelFormat&) = default;

    ChannelKind kind;
    unsigned bits;  ///< per channel
    unsigned channels;
};

/// Returns a format with `channels` channels of type `Channel`, as in texels_of<float>(4).
template <class Channel>
    requires(std::integral<Channel> || std::same_as<Channel, float>)
constexpr TexelFormat texels_of(unsigned channels) noexcept {
    constexpr ChannelKind kKind = std::same_as<Channel, float>      ? ChannelKind::floating
                                  : std::unsigned_integral<Channel> ? ChannelKind::unsigned_integer
                                                                    : ChannelKind::signed_integer;
    return {kKind, 8 * sizeof(Channel), channels};
}

/// Returns a format with `channels` channels of 16-bit floats, which textures read as float.
constexpr TexelFormat half_texels(unsigned channels) noexcept {
    return {ChannelKind::floating, 16, channels};
}

constexpr bool is_valid(const TexelFormat& format) noexcept {
    const bool floating = format.kind == ChannelKind::floating;
    return (format.channels == 1 || format.channels == 2 || format.channels == 4) &&
           (format.bits == 16 || format.bits == 32 || (format.bits == 8 && !floating));
}

constexpr std::size_t pixel_bytes(const TexelFormat& format) noexcept {
    return std::size_t{format.channels} * format.bits / 8;
}

/// Returns a text such as "4 x uint8" or "2 x float32".
inline std::string to_string(const TexelFormat& format) {
    const char* kind = format.kind == ChannelKind::floating         ? "float"
                       : format.kind == ChannelKind::signed_integer ? "int"
                                                                    : "uint";
    return std::to_string(format.channels) + " x " + kind + std::to_string(format.bits);
}

}  // namespace glint
