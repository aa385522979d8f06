// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/detail/backend.hpp>

/// Rules for images and textures that apply to all backends. Each function throws
/// Error(invalid_argument) with the invalid value if a rule is violated.
namespace glint::detail {

void check_format(const TexelFormat& format);
void check_image(const driver::ImageShape& shape, const driver::ImageLimits& limits);
void check_level(const driver::ImageShape& shape, unsigned level);
void check_texture(const driver::ImageMemory& memory, const driver::TextureOptions& options,
                   const driver::ImageLimits& limits);

}  // namespace glint::detail
