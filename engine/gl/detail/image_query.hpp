// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glint/gl/image_view.hpp>

namespace glint::gl::detail {

/// Properties of a texture or renderbuffer, as reported by OpenGL. `target` and `internal` are
/// OpenGL enums.
struct ImageAnswers {
    unsigned target = 0;
    unsigned internal = 0;
    ImageExtents extents{};
    unsigned samples = 0;
    unsigned depth_bits = 0;
    unsigned stencil_bits = 0;
    unsigned blue_bits = 0;
    unsigned alpha_bits = 0;
    bool compressed = false;
};

ImageAnswers ask_texture(const GladGLContext& gl, unsigned native);
ImageAnswers ask_renderbuffer(const GladGLContext& gl, unsigned native);

/// Returns the reason why kernels cannot share such an image, or nullopt if they can.
std::optional<std::string> reason_against_sharing(const ImageAnswers& image);

/// Returns the ImageTarget for an OpenGL enum such as GL_TEXTURE_2D, or nullopt if kernels cannot
/// share images of this kind.
std::optional<ImageTarget> find_target(unsigned native) noexcept;

}  // namespace glint::gl::detail
