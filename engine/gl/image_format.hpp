// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include <glint/base/texel_format.hpp>

namespace glint::gl {

/// Formats of textures and renderbuffers that kernels can share: one, two or four channels of
/// integers or floats. `r8` to `rgba16` are normalized integers, which shaders read as numbers from
/// 0 to 1. The suffix `ui` means unsigned integers, and `i` means signed integers.
enum class ImageFormat {
    r8,
    rg8,
    rgba8,
    r16,
    rg16,
    rgba16,
    r16f,
    rg16f,
    rgba16f,
    r32f,
    rg32f,
    rgba32f,
    r8ui,
    rg8ui,
    rgba8ui,
    r16ui,
    rg16ui,
    rgba16ui,
    r32ui,
    rg32ui,
    rgba32ui,
    r8i,
    rg8i,
    rgba8i,
    r16i,
    rg16i,
    rgba16i,
    r32i,
    rg32i,
    rgba32i
};

/// Describes an ImageFormat for OpenGL and for kernels. The numbers are OpenGL enums.
struct ImageFormatFacts {
    ImageFormat format;
    std::string_view name;  ///< for example "rgba16f"
    unsigned internal;      ///< for example GL_RGBA16F
    unsigned layout;        ///< for example GL_RGBA
    unsigned type;          ///< for example GL_HALF_FLOAT
    TexelFormat texels;     ///< the same format for kernels
};

/// Returns all formats, in the order of the enum ImageFormat.
std::span<const ImageFormatFacts> image_formats() noexcept;

const ImageFormatFacts& facts_of(ImageFormat format) noexcept;
inline std::string_view to_string(ImageFormat format) noexcept { return facts_of(format).name; }

/// Returns the format whose OpenGL internal format is `internal`, or null if kernels cannot share
/// such images. The unsized formats GL_RED, GL_RG and GL_RGBA are treated as 8-bit formats.
const ImageFormatFacts* find_image_format(unsigned internal) noexcept;

}  // namespace glint::gl
