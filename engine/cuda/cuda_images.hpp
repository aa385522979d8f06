// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <glint/backend/detail/backend.hpp>
#include <glint/cuda/api.hpp>

/// Images, textures and surfaces of the current context.
namespace glint::driver::cuda {

/// Returns CUDA's format for the channels.
CUarray_format array_format(const TexelFormat& format) noexcept;

/// Returns the format with these channels. Throws Error(unsupported) if there is none.
TexelFormat texel_format(CUarray_format format, unsigned channels);

/// Returns the device's maximum sizes for each kind of image.
ImageLimits image_limits(CUdevice device);

/// Allocates an array, or a mipmapped array for several levels, that surfaces may write. A plain
/// 2-D array also supports tex2Dgather if the device does.
ImageMemory allocate_array(CUdevice device, const ImageShape& shape);
/// Wraps an array, or for `levels` above 1 a mipmapped array, that is owned elsewhere.
ImageMemory wrap_array(void* native, unsigned levels);
void release_array(const ImageMemory& image) noexcept;
ImageMemory array_level(const ImageMemory& image, unsigned level);

std::uint64_t make_surface(const ImageMemory& image);
std::uint64_t make_texture(const ImageMemory& image, const TextureOptions& options);

}  // namespace glint::driver::cuda
