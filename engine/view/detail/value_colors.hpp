// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glm/vec2.hpp>

#include <glint/gl/texture.hpp>

namespace glint::view::detail {

/// Stores a colormap as a texture. Creates a new texture if another colormap is requested.
class ColormapTexture {
public:
    const gl::Texture2D& get(const gl::Context& context, const std::string& name);

private:
    std::string name_;
    std::optional<gl::Texture2D> texture_;
};

/// Returns the value of the shaders' uniform `value_range`: (min, 1 / (max - min)).
/// Throws Error(invalid_argument) if `max` is not above `min`.
glm::vec2 value_range(float min, float max);

}  // namespace glint::view::detail
