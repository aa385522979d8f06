// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <glint/base/sampling.hpp>
#include <glint/base/texel_format.hpp>

namespace glint::driver {

/// An image's extents in texels: 1-D without a height, 2-D without a depth, else 3-D.
struct ImageShape {
    unsigned width = 0;
    unsigned height = 0;
    unsigned depth = 0;
    /// Images of one size behind each other, 1-D or 2-D; 0 for one alone.
    unsigned layers = 0;
    /// Six square faces (in each layer, if layered): +x, -x, +y, -y, +z, -z.
    bool cube = false;
    /// Level 0 and those of half its size each that follow it.
    unsigned levels = 1;
    TexelFormat format = PixelFormat::rgba8;

    friend bool operator==(const ImageShape&, const ImageShape&) = default;
};

/// The 2-D slices of an image of this shape: layers, faces, or slices of a volume.
constexpr unsigned slices_of(const ImageShape& shape) noexcept {
    if (shape.depth > 0) return shape.depth;
    return (shape.layers > 0 ? shape.layers : 1) * (shape.cube ? 6 : 1);
}

/// Rows of a slice.
constexpr unsigned rows_of(const ImageShape& shape) noexcept {
    return shape.height > 0 ? shape.height : 1;
}

constexpr std::size_t row_bytes_of(const ImageShape& shape) noexcept {
    return shape.width * pixel_bytes(shape.format);
}

/// The shape of a level alone: each extent halved `level` times, and not less than 1.
constexpr ImageShape level_shape(ImageShape shape, unsigned level) noexcept {
    for (unsigned* extent : {&shape.width, &shape.height, &shape.depth})
        if (*extent > 0) *extent = *extent >> level > 0 ? *extent >> level : 1;
    shape.levels = 1;
    return shape;
}

/// The most that a device takes of each kind of image.
struct ImageLimits {
    unsigned width_1d = 32768;
    unsigned width_2d = 131072;
    unsigned height_2d = 65536;
    unsigned size_3d = 16384;
    unsigned size_layered = 32768;  ///< width and height of layered images and cubes
    unsigned layers = 2048;         ///< six for each cube
    unsigned size_mipmapped = 32768;
    unsigned linear = 268435456;  ///< elements of linear memory
    unsigned width_pitched = 131072;
    unsigned height_pitched = 65000;
    /// What addresses and pitches of memory that a texture reads must be multiples of.
    std::size_t address_alignment = 256;
    std::size_t pitch_alignment = 32;
};

/// Where an image's texels lie.
enum class ImageStorage {
    array,    ///< memory that the backend laid out
    linear,   ///< elements in a row in device memory; read by tex1Dfetch alone
    pitched,  ///< rows in device memory
};

/// Texels that kernels reach through a texture or a surface object.
struct ImageMemory {
    /// CUDA: a CUarray, or a CUmipmappedArray where there are levels. CPU, and where it is no
    /// array: the first byte.
    void* data = nullptr;
    std::size_t pitch_bytes = 0;  ///< from row to row; on CUDA for pitched memory only
    ImageShape shape{};
    ImageStorage storage = ImageStorage::array;
};

/// An AddressMode for each axis.
struct AddressModes {
    constexpr AddressModes(AddressMode all) noexcept : axis{all, all, all} {}
    constexpr AddressModes(AddressMode x, AddressMode y,
                           AddressMode z = AddressMode::clamp) noexcept
        : axis{x, y, z} {}

    friend bool operator==(const AddressModes&, const AddressModes&) = default;

    std::array<AddressMode, 3> axis;
};

/// How a texture reads its image. The rules are CUDA's.
struct TextureOptions {
    Filter filter = Filter::nearest;
    /// Wrap and mirror need `normalised` coordinates.
    AddressModes address = AddressMode::clamp;
    /// Whether coordinates go from 0 to 1, and not to the extent; cubes and images with levels
    /// need it.
    bool normalised = false;
    /// Whether integers of 8 or 16 bits are read as float, 0..1 if unsigned, -1..1 if signed.
    bool normalised_reads = false;
    std::array<float, 4> border{};
    /// Between levels, by the level that the kernel asks for.
    Filter level_filter = Filter::nearest;
    /// Added to the level that a kernel asks for. A fetch that asks for none has level 0; on the
    /// CPU it reads the one level that is nearest then.
    float level_bias = 0;
    /// What the level is brought between, after the bias; the image's last level is the most.
    float least_level = 0;
    float most_level = 1000;
    /// The most texels that a fetch with gradients averages along their longer axis, 1 to 16; GPUs
    /// only.
    unsigned anisotropy = 1;
    /// Whether colours are decoded from sRGB to linear, alpha not; `normalised_reads` of unsigned
    /// integers of 8 bits alone.
    bool srgb = false;
    /// Whether a linear filter goes on across a cube's edges; GPUs only.
    bool seamless_cube = false;

    friend bool operator==(const TextureOptions&, const TextureOptions&) = default;
};

}  // namespace glint::driver
