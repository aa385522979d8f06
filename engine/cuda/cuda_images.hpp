// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <glint/backend/detail/backend.hpp>
#include <glint/cuda/api.hpp>

/// Images, textures and surfaces of the current context.
namespace glint::driver::cuda {

/// CUDA's name for a format's channels.
CUarray_format array_format(const TexelFormat& format) noexcept;

/// The format that has these channels. Throws Error(unsupported) if none of ours has.
TexelFormat texel_format(CUarray_format format, unsigned channels);

/// The most that `device` takes of each kind of image.
ImageLimits image_limits(CUdevice device);

/// An array, or a mipmapped array where there are levels, which surfaces may write. A plain 2-D
/// array takes tex2Dgather, too, where the device can.
ImageMemory allocate_array(CUdevice device, const ImageShape& shape);
/// An array, or with `levels` above 1 a mipmapped array, that others own.
ImageMemory wrap_array(void* native, unsigned levels);
void release_array(const ImageMemory& image) noexcept;
ImageMemory array_level(const ImageMemory& image, unsigned level);

std::uint64_t make_surface(const ImageMemory& image);
std::uint64_t make_texture(const ImageMemory& image, const TextureOptions& options);

}  // namespace glint::driver::cuda
