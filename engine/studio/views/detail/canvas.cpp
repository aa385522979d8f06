// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/canvas.hpp>

#include <utility>

#include <glint/gl/copy_picture.hpp>

namespace glint::studio {

Canvas::Own::Own(const Device& device, int width, int height)
    : image(device, {.width = static_cast<unsigned>(width),
                     .height = static_cast<unsigned>(height),
                     .format = PixelFormat::rgba8}),
      surface(image) {}

Canvas::Canvas(std::shared_ptr<ViewKernels> kernels, const std::optional<gl::Context>& context,
               interop::Sharing sharing, int width, int height)
    : kernels_(std::move(kernels)), width_(width), height_(height) {
    if (!context)
        make_own();
    else
        texture_.emplace(
            stream().device(), *context,
            gl::TextureOptions{.width = width, .height = height, .format = PixelFormat::rgba8},
            interop::ShareOptions{"picture", sharing});
}

void Canvas::make_own() { own_.emplace(stream().device(), width_, height_); }

void Canvas::resize(int width, int height) {
    if (width == width_ && height == height_) return;
    width_ = width;
    height_ = height;
    if (texture_) return texture_->resize(width, height);
    stream().synchronize();  // kernels may still draw into the old picture
    make_own();
}

LaunchShape Canvas::pixels() const {
    return threads_2d(static_cast<std::size_t>(width()), static_cast<std::size_t>(height()));
}

void Canvas::begin(Background background) {
    if (texture_) mapped_.emplace(texture_->map(stream()));
    clear(background);
}

void Canvas::clear(Background background) {
    kernel("picture.cu", background == Background::space ? "clear_space" : "clear_picture")
        .launch(stream(), pixels(), {width(), height(), surface()});
}

void Canvas::show(gl::Framebuffer& target, const gl::Rectangle& part) {
    gl::copy_picture(target, texture_->gl(), part);
}

Picture Canvas::picture() {
    Picture picture{.width = static_cast<unsigned>(width_),
                    .height = static_cast<unsigned>(height_),
                    .rgba = {}};
    picture.rgba.resize(std::size_t(4) * picture.width * picture.height);
    download(stream(), picture.rgba, own_->image);
    stream().synchronize();
    return picture;
}

}  // namespace glint::studio
