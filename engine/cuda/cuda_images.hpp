// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <glint/backend/detail/backend.hpp>
#include <glint/cuda/api.hpp>

/// Images, textures and surfaces of the current context.
namespace glint::driver::cuda {

/// Returns the number type of the channels as CUDA's constant.
CUarray_format array_format(const TexelFormat& format) noexcept;

/// Returns the format with `channels` channels of this type. Throws Error(unsupported) if
/// TexelFormat does not support it.
TexelFormat texel_format(CUarray_format format, unsigned channels);

/// Returns the device's maximum size for each kind of image.
ImageLimits image_limits(CUdevice device);

/// Allocates an array, or a mipmapped array if the shape has several levels. Surfaces may write to
/// it. A plain 2-D array also supports tex2Dgather if the device does.
ImageMemory allocate_array(CUdevice device, const ImageShape& shape);
/// Describes an array of other code, or, for `levels` > 1, a mipmapped array of other code.
ImageMemory wrap_array(void* native, unsigned levels);
void release_array(const ImageMemory& image) noexcept;
ImageMemory array_level(const ImageMemory& image, unsigned level);

std::uint64_t make_surface(const ImageMemory& image);
std::uint64_t make_texture(const ImageMemory& image, const TextureOptions& options);

}  // namespace glint::driver::cuda
