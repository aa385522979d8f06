// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <glint/base/sampling.hpp>
#include <glint/base/texel_format.hpp>

namespace glint::driver {

/// An image's extents in texels: 1-D without a height, 2-D without a depth, otherwise 3-D.
struct ImageShape {
    unsigned width = 0;
    unsigned height = 0;
    unsigned depth = 0;
    /// Number of layers in an array of 1-D or 2-D images; 0 if not layered.
    unsigned layers = 0;
    /// Six square faces (per layer, if layered): +x, -x, +y, -y, +z, -z.
    bool cube = false;
    /// Number of mipmap levels, each half the size of the previous one.
    unsigned levels = 1;
    TexelFormat format = PixelFormat::rgba8;

    friend bool operator==(const ImageShape&, const ImageShape&) = default;
};

/// Number of 2-D slices of an image with this shape: layers, faces, or slices of a volume.
constexpr unsigned slices_of(const ImageShape& shape) noexcept {
    if (shape.depth > 0) return shape.depth;
    return (shape.layers > 0 ? shape.layers : 1) * (shape.cube ? 6 : 1);
}

/// Number of rows per slice.
constexpr unsigned rows_of(const ImageShape& shape) noexcept {
    return shape.height > 0 ? shape.height : 1;
}

constexpr std::size_t row_bytes_of(const ImageShape& shape) noexcept {
    return shape.width * pixel_bytes(shape.format);
}

/// Returns the shape of one level: each extent halved `level` times, at least 1.
constexpr ImageShape level_shape(ImageShape shape, unsigned level) noexcept {
    for (unsigned* extent : {&shape.width, &shape.height, &shape.depth})
        if (*extent > 0) *extent = *extent >> level > 0 ? *extent >> level : 1;
    shape.levels = 1;
    return shape;
}

/// A device's maximum sizes for each kind of image.
struct ImageLimits {
    unsigned width_1d = 32768;
    unsigned width_2d = 131072;
    unsigned height_2d = 65536;
    unsigned size_3d = 16384;
    unsigned size_layered = 32768;  ///< width and height of layered images and cubes
    unsigned layers = 2048;         ///< a cube has six
    unsigned size_mipmapped = 32768;
    unsigned linear = 268435456;  ///< elements of linear memory
    unsigned width_pitched = 131072;
    unsigned height_pitched = 65000;
    /// Required alignment of addresses and pitches for memory that a texture reads.
    std::size_t address_alignment = 256;
    std::size_t pitch_alignment = 32;
};

/// Storage of an image's texels.
enum class ImageStorage {
    array,    ///< memory with a layout chosen by the backend
    linear,   ///< consecutive elements in device memory; only for tex1Dfetch
    pitched,  ///< rows in device memory
};

/// Texels that kernels access through a texture or a surface object.
struct ImageMemory {
    /// CUDA: a CUarray, or a CUmipmappedArray for several levels. On the CPU, and for other storage
    /// than arrays: the first byte.
    void* data = nullptr;
    std::size_t pitch_bytes = 0;  ///< distance from row to row; on CUDA only for pitched memory
    ImageShape shape{};
    ImageStorage storage = ImageStorage::array;
};

/// One AddressMode per axis.
struct AddressModes {
    constexpr AddressModes(AddressMode all) noexcept : axis{all, all, all} {}
    constexpr AddressModes(AddressMode x, AddressMode y,
                           AddressMode z = AddressMode::clamp) noexcept
        : axis{x, y, z} {}

    friend bool operator==(const AddressModes&, const AddressModes&) = default;

    std::array<AddressMode, 3> axis;
};

/// How a texture reads its image. Follows CUDA's rules.
struct TextureOptions {
    Filter filter = Filter::nearest;
    /// Wrap and mirror require `normalized` coordinates.
    AddressModes address = AddressMode::clamp;
    /// True if coordinates range from 0 to 1 instead of to the extent; required for cubes and
    /// mipmapped images.
    bool normalized = false;
    /// True to read 8 or 16-bit integers as float: 0..1 if unsigned, -1..1 if signed.
    bool normalized_reads = false;
    std::array<float, 4> border{};
    /// Filter between mipmap levels, at the level that the kernel requests.
    Filter level_filter = Filter::nearest;
    /// Added to the level that a kernel requests. A fetch without a level uses level 0; on the CPU
    /// it then reads only the nearest level.
    float level_bias = 0;
    /// Range to which the level is clamped after the bias; the image's last level is the maximum.
    float min_level = 0;
    float max_level = 1000;
    /// Maximum number of texels that a fetch with gradients averages along their longer axis, 1 to
    /// 16; GPUs only.
    unsigned anisotropy = 1;
    /// True to decode colors, but not alpha, from sRGB to linear. Only for `normalized_reads` of
    /// 8-bit unsigned integers.
    bool srgb = false;
    /// True to let a linear filter cross a cube's edges; GPUs only.
    bool seamless_cube = false;

    friend bool operator==(const TextureOptions&, const TextureOptions&) = default;
};

}  // namespace glint::driver
