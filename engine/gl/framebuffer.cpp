// SPDX-License-Identifier: MIT
#include <glint/gl/framebuffer.hpp>

#include <glad/gl.h>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::gl {
namespace {

unsigned create_framebuffer(const Context& context) {
    GLuint name = 0;
    context.functions().CreateFramebuffers(1, &name);
    return name;
}

unsigned create_renderbuffer(const Context& context) {
    GLuint name = 0;
    context.functions().CreateRenderbuffers(1, &name);
    return name;
}

Texture2D create_color(const Context& context, const FramebufferOptions& options) {
    return Texture2D(context, {.width = options.width,
                               .height = options.height,
                               .format = options.format,
                               .filter = options.filter});
}

void flip_rows(Picture& image) {
    const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(image.width) * 4;
    auto top = image.rgba.begin();
    auto bottom = image.rgba.end() - row;
    for (; top < bottom; top += row, bottom -= row) std::swap_ranges(top, top + row, bottom);
}

}  // namespace

Framebuffer::Framebuffer(const Context& context, const FramebufferOptions& options)
    : options_(options),
      handle_(context, ObjectKind::framebuffer, create_framebuffer(context)),
      color_(create_color(context, options)) {
    attach();
}

float Framebuffer::aspect() const noexcept {
    return static_cast<float>(width()) / static_cast<float>(height());
}

void Framebuffer::create_depth() {
    depth_.emplace(context(), ObjectKind::renderbuffer, create_renderbuffer(context()));
    const GladGLContext& gl = handle_.functions();
    gl.NamedRenderbufferStorage(depth_->native(), GL_DEPTH_COMPONENT24, width(), height());
    gl.NamedFramebufferRenderbuffer(native(), GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER,
                                    depth_->native());
}

void Framebuffer::attach() {
    const GladGLContext& gl = handle_.functions();
    gl.NamedFramebufferTexture(native(), GL_COLOR_ATTACHMENT0, color_.native(), 0);
    if (options_.depth) create_depth();
    const std::string operation = fmt::format("create a {} x {} framebuffer", width(), height());
    context().check(operation);
    const GLenum status = gl.CheckNamedFramebufferStatus(native(), GL_DRAW_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE) {
        throw Error(ErrorCode::graphics, operation,
                    fmt::format("the framebuffer is incomplete (status {:#x})", status));
    }
    clear();
}

void Framebuffer::resize(int width, int height) {
    if (width == color_.width() && height == color_.height()) return;
    FramebufferOptions options = options_;
    options.width = width;
    options.height = height;
    color_ = create_color(context(), options);
    options_ = options;
    attach();
}

void Framebuffer::clear(const std::array<float, 4>& rgba) {
    const GladGLContext& gl = handle_.functions();
    if (!drawn_) return;
    gl.ClearNamedFramebufferfv(native(), GL_COLOR, 0, rgba.data());
    const GLfloat farthest = 1.0f;
    if (depth_) gl.ClearNamedFramebufferfv(native(), GL_DEPTH, 0, &farthest);
}

Picture Framebuffer::read_pixels() const {
    if (options_.format != PixelFormat::rgba8) {
        throw Error(ErrorCode::invalid_state, "read pixels of a framebuffer",
                    fmt::format("the format of the framebuffer is {}, not rgba8",
                                to_string(options_.format)));
    }
    Picture image{.width = static_cast<unsigned>(width()),
                  .height = static_cast<unsigned>(height()),
                  .rgba = color_.download<std::uint8_t>()};
    flip_rows(image);
    return image;
}

}  // namespace glint::gl
