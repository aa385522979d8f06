// SPDX-License-Identifier: MIT
#pragma once

/// How kernels and OpenGL read images between and beyond their texels.
namespace glint {

/// How values between texel centers are read.
enum class Filter {
    nearest,  ///< the texel that contains the coordinate
    linear,   ///< weighted between texel centers; kernels use 8-bit fractions
};

/// How coordinates beyond an image's edge are read.
enum class AddressMode { wrap, clamp, mirror, border };

}  // namespace glint
