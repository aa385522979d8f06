// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <glint/gl/framebuffer.hpp>
#include <glint/gl/rectangle.hpp>
#include <glint/gl/texture.hpp>

namespace glint::view {

/// The edge at which row 0 of a texture is drawn. The default is `top`, for pictures. `bottom` is
/// for grids whose y axis points up, as in the studio.
enum class FirstRow { top, bottom };

struct ImageOptions {
    std::string colormap = "viridis";  ///< used for textures of one or two channels
    float min = 0.0f;                  ///< value that gets the first color of the colormap
    float max = 1.0f;                  ///< value that gets the last color
    Filter filter = Filter::linear;    ///< between texels; the texture's own filter is ignored
    FirstRow first_row = FirstRow::top;
};

/// Draws a texture in the middle of a picture, as large as possible without changing the aspect
/// ratio of the texture. Texels with one channel get the colormap's color for their value. Texels
/// with two channels are vectors and get the color for their length. Texels with four channels are
/// colors with opacity. NaN is drawn in gray.
class ImageRenderer {
public:
    /// Throws Error(not_found) if the colormap is unknown. The message suggests a similar name.
    explicit ImageRenderer(ImageOptions options = {});
    ImageRenderer(ImageRenderer&&) noexcept;
    ImageRenderer& operator=(ImageRenderer&&) noexcept;
    ~ImageRenderer();

    /// Does not change the area around the image, and does not change any depth. Throws
    /// Error(not_found) if the colormap is unknown, and Error(invalid_argument) if `max` is not
    /// above `min`.
    void draw(gl::Framebuffer& target, const gl::Texture2D& image);
    /// Draws the texture in the middle of the rectangle `part` of the picture.
    void draw(gl::Framebuffer& target, const gl::Texture2D& image, const gl::Rectangle& part);

    /// Returns the options. Changes apply to later draws.
    ImageOptions& options() noexcept { return options_; }

private:
    struct Resources;

    ImageOptions options_;
    std::unique_ptr<Resources> resources_;  // for the context of the first target
};

}  // namespace glint::view
