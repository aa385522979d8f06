// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

class Allocations;

/// Allocates an image: level after level, slice after slice in each level, and rows at multiples of
/// 64 bytes. Throws Error(invalid_argument) for an empty image, and Error(out_of_memory).
driver::ImageMemory allocate_image_memory(Allocations& allocations,
                                          const driver::ImageShape& shape);

/// Returns one level of `image`. The level shares the image's memory.
driver::ImageMemory level_of(const driver::ImageMemory& image, unsigned level);

/// Distance in bytes between the slices of an image with one level.
std::size_t slice_bytes_of(const driver::ImageMemory& image) noexcept;

/// Makes the handle that kernels take as `cudaSurfaceObject_t`. Throws Error(invalid_argument) if
/// the image has no memory.
std::uint64_t make_surface(const driver::ImageMemory& image);
void delete_surface(std::uint64_t surface) noexcept;

}  // namespace glint::cpu
