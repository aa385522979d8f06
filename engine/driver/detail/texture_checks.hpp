// SPDX-License-Identifier: MIT
#pragma once

#include <glint/backend/detail/backend.hpp>

/// Backend-independent rules for images and textures. Each check throws Error(invalid_argument)
/// that names the invalid value.
namespace glint::detail {

void check_format(const TexelFormat& format);
void check_image(const driver::ImageShape& shape, const driver::ImageLimits& limits);
void check_level(const driver::ImageShape& shape, unsigned level);
void check_texture(const driver::ImageMemory& memory, const driver::TextureOptions& options,
                   const driver::ImageLimits& limits);

}  // namespace glint::detail
