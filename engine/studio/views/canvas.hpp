// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include <glint/base/formats/png.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>
#include <glint/driver/texture.hpp>
#include <glint/gl/framebuffer.hpp>
#include <glint/gl/rectangle.hpp>
#include <glint/interop/shared_texture.hpp>
#include <glint/kernels/studio/layouts.cuh>
#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// What a picture has where nothing is drawn.
enum class Background {
    plain,  ///< round planes
    space,  ///< round what has depth: view::BackgroundRenderer's vignette
};

/// The kernels that draw views, and the colours that they draw in, made when they are first needed.
/// The panes of one simulation have them in common.
class ViewKernels {
public:
    /// For work on `stream`, which has to outlive it.
    explicit ViewKernels(Stream& stream) : stream_(&stream) {}
    ViewKernels(const ViewKernels&) = delete;
    ViewKernels& operator=(const ViewKernels&) = delete;

    Stream& stream() noexcept { return *stream_; }

    /// A kernel of `kernels/studio/FILE`, compiled for elements of this type, and if `place` is
    /// given for places of that.
    const AnyKernel& kernel(const std::string& file, const std::string& name,
                            const ElementType* type = nullptr, const ElementType* place = nullptr);
    /// 256 colours, four bytes each.
    const DeviceMemory<std::uint32_t>& colours(const std::string& colormap);

private:
    Stream* stream_;
    std::map<std::string, Program> programs_;
    std::map<std::string, AnyKernel> kernels_;
    std::map<std::string, DeviceMemory<std::uint32_t>> colours_;
};

/// The picture that views draw into with kernels, and that OpenGL then shows.
class Canvas {
public:
    /// On the device and the stream of `kernels`. Without a context OpenGL has no part in it.
    Canvas(std::shared_ptr<ViewKernels> kernels, const std::optional<gl::Context>& context,
           interop::Sharing sharing, int width, int height);

    int width() const noexcept { return width_; }
    int height() const noexcept { return height_; }
    Stream& stream() noexcept { return kernels_->stream(); }

    /// Loses the picture.
    void resize(int width, int height);
    /// Clears the picture, for kernels to draw into until `end`.
    void begin(Background background = Background::plain);
    /// Clears it again.
    void clear(Background background);
    /// The picture's surface, between begin() and end().
    Surface surface() const { return mapped_ ? mapped_->surface() : own_->surface.surface(); }
    void end() { mapped_.reset(); }

    /// Puts what was drawn into a part of `target`, whose size it has. There has to be a context.
    void show(gl::Framebuffer& target, const gl::Rectangle& part);
    /// What was drawn, where there is no context. Waits.
    Picture picture();

    /// As ViewKernels has them.
    const AnyKernel& kernel(const std::string& file, const std::string& name,
                            const ElementType* type = nullptr, const ElementType* place = nullptr) {
        return kernels_->kernel(file, name, type, place);
    }
    const DeviceMemory<std::uint32_t>& colours(const std::string& colormap) {
        return kernels_->colours(colormap);
    }

    /// A launch with a thread for each pixel.
    LaunchShape pixels() const;

private:
    /// The picture where OpenGL does not see it.
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
