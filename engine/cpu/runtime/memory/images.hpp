// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

class Allocations;

/// Allocates an image. The levels of the image are adjacent in memory. The slices of each level are
/// also adjacent. Each row starts at a multiple of 64 bytes. Throws Error(invalid_argument) if the
/// image is empty, and Error(out_of_memory) if there is not enough memory.
driver::ImageMemory allocate_image_memory(Allocations& allocations,
                                          const driver::ImageShape& shape);

/// Returns a level of `image`. The result refers to the memory of `image`.
driver::ImageMemory level_of(const driver::ImageMemory& image, unsigned level);

/// Returns the distance in bytes between two slices of an image that has a single level.
std::size_t slice_bytes_of(const driver::ImageMemory& image) noexcept;

/// Creates a handle that kernels take as a `cudaSurfaceObject_t`. Throws Error(invalid_argument) if
/// the image does not have memory.
std::uint64_t make_surface(const driver::ImageMemory& image);
void delete_surface(std::uint64_t surface) noexcept;

}  // namespace glint::cpu
