// SPDX-License-Identifier: MIT
#pragma once

/// How images are read between and beyond their texels, in kernels and in OpenGL.
namespace glint {

/// What is read between the centres of two texels.
enum class Filter {
    nearest,  ///< the texel that the coordinate falls into
    linear,   ///< weighted between texel centres; by kernels with fractions of 8 bits
};

/// What lies beyond an image's edge.
enum class AddressMode { wrap, clamp, mirror, border };

}  // namespace glint
