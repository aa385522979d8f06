#pragma once

#include <cstdint>

#include <glint/driver/backend.hpp>
#include <glint/driver/cuda/api.hpp>

/// Images, textures and surfaces of the current context.
namespace glint::driver::cuda {

/// CUDA's name for a format's channels.
CUarray_format array_format(const TexelFormat& format) noexcept;

/// The most that `device` takes of each kind of image.
ImageLimits image_limits(CUdevice device);

/// An array, or a mipmapped array where there are levels, which surfaces may write. A plain 2-D
/// array takes tex2Dgather, too, where the device can.
ImageMemory allocate_array(CUdevice device, const ImageShape& shape);
void release_array(const ImageMemory& image) noexcept;
ImageMemory array_level(const ImageMemory& image, unsigned level);

std::uint64_t make_surface(const ImageMemory& image);
std::uint64_t make_texture(const ImageMemory& image, const TextureOptions& options);

}  // namespace glint::driver::cuda
