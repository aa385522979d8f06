#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/driver/backend.hpp>

namespace glint::cpu {

/// Memory that kernels and host share; aligned to 256 bytes, not initialised. `size_bytes` may be
/// 0. Throws Error(out_of_memory) with the size.
void* allocate_memory(std::size_t size_bytes);
void release_memory(void* address) noexcept;

/// Rows of `width` pixels, each at a multiple of 64 bytes.
/// Throws Error(invalid_argument) for an empty image, Error(out_of_memory).
driver::ImageMemory allocate_image_memory(unsigned width, unsigned height, PixelFormat format);

/// The handle that kernels take as `cudaSurfaceObject_t`. Throws Error(invalid_argument) where
/// the image has no memory.
std::uint64_t make_surface(const driver::ImageMemory& image);
void delete_surface(std::uint64_t surface) noexcept;

}  // namespace glint::cpu
