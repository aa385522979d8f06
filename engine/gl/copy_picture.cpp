// SPDX-License-Identifier: MIT
#include <glint/gl/copy_picture.hpp>

#include <glad/gl.h>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::gl {
namespace {

void check(const Texture2D& to, const Texture2D& from, const Rectangle& part) {
    const bool fits = part.width == from.width() && part.height == from.height() &&
                      to.format() == PixelFormat::rgba8 && from.format() == PixelFormat::rgba8;
    if (fits) return;
    throw Error(ErrorCode::invalid_argument, "copy an image",
                fmt::format("the image has {} x {} pixels of format {}, but the destination has {} "
                            "x {} pixels of format {}",
                            from.width(), from.height(), to_string(from.format()), part.width,
                            part.height, to_string(to.format())));
}

}  // namespace

void copy_picture(Framebuffer& target, const Texture2D& image, const Rectangle& part) {
    check(target.color(), image, part);
    if (!target.is_drawn()) return;
    const Context& context = target.context();
    const GladGLContext& gl = context.functions();
    GLuint name = 0;
    gl.CreateFramebuffers(1, &name);
    const Handle source(context, ObjectKind::framebuffer, name);
    gl.NamedFramebufferTexture(name, GL_COLOR_ATTACHMENT0, image.native(), 0);
    const GLint bottom = target.height() - part.top - part.height;
    gl.BlitNamedFramebuffer(name, target.native(), 0, 0, part.width, part.height, part.left,
                            bottom + part.height, part.left + part.width, bottom,
                            GL_COLOR_BUFFER_BIT, GL_NEAREST);
    context.check("copy an image");
}

}  // namespace glint::gl
