// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <glint/backend/detail/backend.hpp>

namespace glint::cpu {

/// Creates a handle that kernels take as a `cudaTextureObject_t`. The options must fit the image;
/// the driver layer has checked this. Throws Error(invalid_argument) if the image does not have
/// memory or has too many levels, and Error(unsupported) for anisotropic filtering and seamless
/// cube maps.
std::uint64_t make_texture(const driver::ImageMemory& image, const driver::TextureOptions& options);
void delete_texture(std::uint64_t texture) noexcept;

}  // namespace glint::cpu
