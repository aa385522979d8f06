#include <glint/studio/views/canvas.hpp>

#include <utility>

#include <glint/gl/copy_picture.hpp>

namespace glint::studio {

Canvas::Canvas(std::shared_ptr<ViewKernels> kernels, const gl::Context& context,
               interop::Sharing sharing, int width, int height)
    : kernels_(std::move(kernels)),
      texture_(stream().device(), context,
               {.width = width, .height = height, .format = PixelFormat::rgba8},
               {"picture", sharing}) {}

void Canvas::resize(int width, int height) {
    if (width != texture_.width() || height != texture_.height()) texture_.resize(width, height);
}

LaunchShape Canvas::pixels() const {
    return threads_2d(static_cast<std::size_t>(width()), static_cast<std::size_t>(height()));
}

void Canvas::begin(Background background) {
    mapped_.emplace(texture_.map(stream()));
    clear(background);
}

void Canvas::clear(Background background) {
    kernel("picture.cu", background == Background::space ? "clear_space" : "clear_picture")
        .launch(stream(), pixels(), {width(), height(), surface()});
}

void Canvas::show(gl::Framebuffer& target, const gl::Rectangle& part) {
    gl::copy_picture(target, texture_.gl(), part);
}

}  // namespace glint::studio
