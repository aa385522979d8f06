// SPDX-License-Identifier: MIT
#pragma once

/// Options of texture reads, for kernels and for OpenGL.
namespace glint {

/// The value that is read at a position between texel centers.
enum class Filter {
    nearest,  ///< the value of the texel that contains the position
    linear,   ///< linear interpolation; kernels use 8-bit fractions
};

/// The value that is read at coordinates outside an image.
enum class AddressMode { wrap, clamp, mirror, border };

}  // namespace glint
