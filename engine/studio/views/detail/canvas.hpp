// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <glint/compiler/program.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>
#include <glint/driver/texture.hpp>
#include <glint/formats/png.hpp>
#include <glint/gl/framebuffer.hpp>
#include <glint/gl/rectangle.hpp>
#include <glint/interop/shared_texture.hpp>
#include <glint/kernels/studio/layouts.cuh>
#include <glint/studio/state/detail/view_kernels.hpp>

namespace glint::studio {

/// Background of a picture.
enum class Background {
    plain,  ///< around planes
    space,  ///< around 3D views: view::BackgroundRenderer's vignette
};

/// A picture that kernels draw into and that OpenGL then displays.
class Canvas {
public:
    /// Uses the device and the stream of `kernels`. Does not use OpenGL if `context` is nullopt.
    Canvas(std::shared_ptr<ViewKernels> kernels, const std::optional<gl::Context>& context,
           interop::Sharing sharing, int width, int height);

    int width() const noexcept { return width_; }
    int height() const noexcept { return height_; }
    Stream& stream() noexcept { return kernels_->stream(); }

    /// Changes the size. Discards the picture.
    void resize(int width, int height);
    /// Clears the picture. Kernels can then draw into it until end() is called.
    void begin(Background background = Background::plain);
    /// Clears the picture again.
    void clear(Background background);
    /// The picture's surface, between begin() and end().
    Surface surface() const { return mapped_ ? mapped_->surface() : own_->surface.surface(); }
    void end() { mapped_.reset(); }

    /// Draws the canvas into `part` of `target`, which has the size of the canvas. Requires an
    /// OpenGL context.
    void show(gl::Framebuffer& target, const gl::Rectangle& part);
    /// Returns the picture. Can be called only without an OpenGL context. Waits for the device.
    Picture picture();

    /// Like ViewKernels::kernel() and ViewKernels::colors().
    const AnyKernel& kernel(const std::string& file, const std::string& name,
                            const ElementType* type = nullptr, const ElementType* place = nullptr) {
        return kernels_->kernel(file, name, type, place);
    }
    const DeviceMemory<std::uint32_t>& colors(const std::string& colormap) {
        return kernels_->colors(colormap);
    }

    /// Returns a launch with one thread per pixel.
    LaunchShape pixels() const;

private:
    /// The picture when OpenGL is not used.
    struct Own {
        Own(const Device& device, int width, int height);
        Image image;
        ImageSurface surface;
    };

    void make_own();

    std::shared_ptr<ViewKernels> kernels_;
    int width_;
    int height_;
    std::optional<interop::SharedTexture> texture_;
    std::optional<interop::MappedTexture> mapped_;
    std::optional<Own> own_;
};

}  // namespace glint::studio
