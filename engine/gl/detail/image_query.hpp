// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glint/gl/image_view.hpp>

namespace glint::gl::detail {

/// What OpenGL tells of a texture or renderbuffer. The enums are OpenGL's.
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

/// Why kernels cannot share such an image; nothing if they can.
std::optional<std::string> reason_against_sharing(const ImageAnswers& image);

/// The target with this enum of OpenGL's, if kernels can share it.
std::optional<ImageTarget> find_target(unsigned native) noexcept;

}  // namespace glint::gl::detail
