// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <glint/gl/framebuffer.hpp>
#include <glint/gl/rectangle.hpp>
#include <glint/gl/texture.hpp>

namespace glint::view {

/// The edge at which a texture's row 0 is drawn: top for pictures, the default; bottom for grids
/// whose y points up, as in the studio.
enum class FirstRow { top, bottom };

struct ImageOptions {
    std::string colormap = "viridis";  ///< for textures of one or two channels
    float min = 0.0f;                  ///< the value of the colormap's first color
    float max = 1.0f;                  ///< the value of its last color
    Filter filter = Filter::linear;    ///< between texels; ignores the texture's own filter
    FirstRow first_row = FirstRow::top;
};

/// Draws a texture in the middle of a picture, as large as possible without changing its aspect
/// ratio. One channel is mapped through the colormap. Two channels are a vector, whose length is
/// mapped. Four channels are colors with opacity. NaN is gray.
class ImageRenderer {
public:
    /// Throws Error(not_found) with the nearest name for an unknown colormap.
    explicit ImageRenderer(ImageOptions options = {});
    ImageRenderer(ImageRenderer&&) noexcept;
    ImageRenderer& operator=(ImageRenderer&&) noexcept;
    ~ImageRenderer();

    /// Leaves the uncovered area and all depth unchanged. Throws Error(not_found) for an unknown
    /// colormap, Error(invalid_argument) if `max` is not above `min`.
    void draw(gl::Framebuffer& target, const gl::Texture2D& image);
    /// Draws it in the middle of a part of the picture.
    void draw(gl::Framebuffer& target, const gl::Texture2D& image, const gl::Rectangle& part);

    /// May be changed between draws.
    ImageOptions& options() noexcept { return options_; }

private:
    struct Resources;

    ImageOptions options_;
    std::unique_ptr<Resources> resources_;  // created in the first target's context
};

}  // namespace glint::view
