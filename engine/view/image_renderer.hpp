// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include <glint/gl/framebuffer.hpp>
#include <glint/gl/rectangle.hpp>
#include <glint/gl/texture.hpp>

namespace glint::view {

/// Where a texture's row 0 is drawn. Pictures have it at the top, which is the default; grids whose
/// y points up, as the studio shows them, have it at the bottom.
enum class FirstRow { top, bottom };

struct ImageOptions {
    std::string colormap = "viridis";  ///< for textures of one or two channels
    float min = 0.0f;                  ///< the value that has the colormap's first colour
    float max = 1.0f;                  ///< and its last
    Filter filter = Filter::linear;    ///< between texels; the texture's own is not used
    FirstRow first_row = FirstRow::top;
};

/// Draws a texture as large as fits into the middle of a picture, its aspect kept: one channel
/// through the colormap, the length of two likewise, four as colours with opacity. NaN is grey.
class ImageRenderer {
public:
    /// Throws Error(not_found), naming the nearest, for an unknown colormap.
    explicit ImageRenderer(ImageOptions options = {});
    ImageRenderer(ImageRenderer&&) noexcept;
    ImageRenderer& operator=(ImageRenderer&&) noexcept;
    ~ImageRenderer();

    /// Leaves what it does not cover, and all depth, as it is. Throws Error(not_found) for an
    /// unknown colormap, Error(invalid_argument) if `max` is not above `min`.
    void draw(gl::Framebuffer& target, const gl::Texture2D& image);
    /// The same into the middle of a part of the picture.
    void draw(gl::Framebuffer& target, const gl::Texture2D& image, const gl::Rectangle& part);

    /// May be changed between draws.
    ImageOptions& options() noexcept { return options_; }

private:
    struct Resources;

    ImageOptions options_;
    std::unique_ptr<Resources> resources_;  // made in the first target's context
};

}  // namespace glint::view
