// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include <glint/base/sampling.hpp>
#include <glint/base/texel_format.hpp>

namespace glint::driver {

/// An image's size in texels. A height of 0 makes the image 1-D, and a depth of 0 makes it 2-D.
struct ImageShape {
    unsigned width = 0;
    unsigned height = 0;
    unsigned depth = 0;
    /// Number of layers in an array of 1-D or 2-D images; 0 for an image without layers.
    unsigned layers = 0;
    /// True for a cube image, which has six square faces (per layer): +x, -x, +y, -y, +z, -z.
    bool cube = false;
    /// Number of mipmap levels. Each level has half the size of the previous level.
    unsigned levels = 1;
    TexelFormat format = PixelFormat::rgba8;

    friend bool operator==(const ImageShape&, const ImageShape&) = default;
};

/// Returns the number of 2-D slices in an image: its layers, its faces, or the depth of a volume.
constexpr unsigned slices_of(const ImageShape& shape) noexcept {
    if (shape.depth > 0) return shape.depth;
    return (shape.layers > 0 ? shape.layers : 1) * (shape.cube ? 6 : 1);
}

/// Returns the number of rows in a slice.
constexpr unsigned rows_of(const ImageShape& shape) noexcept {
    return shape.height > 0 ? shape.height : 1;
}

constexpr std::size_t row_bytes_of(const ImageShape& shape) noexcept {
    return shape.width * pixel_bytes(shape.format);
}

/// Returns the shape of one mipmap level: each extent is halved `level` times, but is at least 1.
constexpr ImageShape level_shape(ImageShape shape, unsigned level) noexcept {
    for (unsigned* extent : {&shape.width, &shape.height, &shape.depth})
        if (*extent > 0) *extent = *extent >> level > 0 ? *extent >> level : 1;
    shape.levels = 1;
    return shape;
}

/// Maximum sizes of each kind of image on a device.
struct ImageLimits {
    unsigned width_1d = 32768;
    unsigned width_2d = 131072;
    unsigned height_2d = 65536;
    unsigned size_3d = 16384;
    unsigned size_layered = 32768;  ///< width and height of layered images and cubes
    unsigned layers = 2048;         ///< each cube counts as six layers
    unsigned size_mipmapped = 32768;
    unsigned linear = 268435456;  ///< number of elements in linear memory
    unsigned width_pitched = 131072;
    unsigned height_pitched = 65000;
    /// Addresses and pitches (in bytes) of memory that a texture reads must be multiples of these.
    std::size_t address_alignment = 256;
    std::size_t pitch_alignment = 32;
};

/// The form in which the texels of an image are stored.
enum class ImageStorage {
    array,    ///< a layout that the backend chooses
    linear,   ///< consecutive elements in device memory; only for tex1Dfetch
    pitched,  ///< rows in device memory, `pitch_bytes` apart
};

/// Texels that kernels access through a texture object or a surface object.
struct ImageMemory {
    /// Address of the first texel. Exception: for ImageStorage::array on CUDA, this is a CUarray,
    /// or a CUmipmappedArray if the image has several levels.
    void* data = nullptr;
    std::size_t pitch_bytes = 0;  ///< distance between rows; on CUDA, only for pitched memory
    ImageShape shape{};
    ImageStorage storage = ImageStorage::array;
};

/// The AddressMode of each axis.
struct AddressModes {
    constexpr AddressModes(AddressMode all) noexcept : axis{all, all, all} {}
    constexpr AddressModes(AddressMode x, AddressMode y,
                           AddressMode z = AddressMode::clamp) noexcept
        : axis{x, y, z} {}

    friend bool operator==(const AddressModes&, const AddressModes&) = default;

    std::array<AddressMode, 3> axis;
};

/// Options for reading an image through a texture. They follow CUDA's rules.
struct TextureOptions {
    Filter filter = Filter::nearest;
    /// Address modes of the axes. Wrap and mirror require `normalized` coordinates.
    AddressModes address = AddressMode::clamp;
    /// True if coordinates range from 0 to 1; false if they are in texels. Cubes and mipmapped
    /// images require true.
    bool normalized = false;
    /// True to read 8-bit or 16-bit integers as float: 0..1 if unsigned, -1..1 if signed.
    bool normalized_reads = false;
    std::array<float, 4> border{};
    /// Filter between the two mipmap levels that are nearest to the level that the kernel requests.
    Filter level_filter = Filter::nearest;
    /// Added to the mipmap level that a kernel requests. The level is 0 if the fetch does not
    /// specify it. In that case, the CPU ignores `level_filter` and reads the nearest level.
    float level_bias = 0;
    /// After the bias, the level is clamped to this range and to the image's last level.
    float min_level = 0;
    float max_level = 1000;
    /// Maximum number of texels, 1 to 16, that a fetch with gradients averages along the longer
    /// axis. GPUs only.
    unsigned anisotropy = 1;
    /// True to convert colors, but not alpha, from sRGB to linear. Requires `normalized_reads` of
    /// 8-bit unsigned integers.
    bool srgb = false;
    /// True if a linear filter may cross the edges of a cube. GPUs only.
    bool seamless_cube = false;

    friend bool operator==(const TextureOptions&, const TextureOptions&) = default;
};

}  // namespace glint::driver
