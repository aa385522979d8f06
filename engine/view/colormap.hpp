// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <glm/ext/vector_uint4_sized.hpp>
#include <glm/vec3.hpp>

#include <glint/gl/texture.hpp>

namespace glint::view {

/// Colors for numbers from 0 to 1: viridis, magma, inferno, plasma (van der Walt and Smith, CC0),
/// turbo (Mikhailov), grey, or coolwarm, whose middle is neutral (Moreland, "Diverging Color Maps
/// for Scientific Visualization", 2009). Interpolates linearly between 33 of the published colors.
class Colormap {
public:
    /// Throws Error(not_found) if `name` is unknown. The message lists all names.
    explicit Colormap(std::string_view name);

    /// Returns the names of all colormaps, for menus.
    static std::span<const std::string_view> names() noexcept;

    std::string_view name() const noexcept { return name_; }

    /// Returns the sRGB color of `t`, each channel from 0 to 1. Clamps `t` to the range from 0 to
    /// 1. If `t` is NaN, returns medium gray.
    glm::vec3 at(float t) const noexcept;

    /// Returns 256 colors: those of the numbers 0/255, 1/255, ..., 255/255.
    std::array<glm::u8vec4, 256> table() const;

    /// Returns the table as a texture of 256 x 1 texels with linear filtering. The color of t is at
    /// the texture coordinate (255 t + 0.5) / 256.
    gl::Texture2D texture(const gl::Context& context) const;

private:
    std::string_view name_;
    std::span<const std::uint32_t> stops_;  // evenly spaced colors, each 0xRRGGBB
};

}  // namespace glint::view
