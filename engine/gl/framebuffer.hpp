// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include <glint/base/formats/png.hpp>
#include <glint/gl/texture.hpp>

namespace glint::gl {

struct FramebufferOptions {
    int width = 1280;
    int height = 720;
    PixelFormat format = PixelFormat::rgba8;
    Filter filter = Filter::linear;  ///< for shaders that sample `color()`
    bool depth = true;               ///< adds a 24-bit depth buffer
};

/// A picture to draw into: a color texture and a depth buffer. A Pass draws into it.
class Framebuffer {
public:
    /// Creates it cleared to opaque black. Throws Error(invalid_argument) if the device does not
    /// support the size, Error(out_of_memory) if it does not fit.
    Framebuffer(const Context& context, const FramebufferOptions& options);

    unsigned native() const noexcept { return handle_.native(); }
    const Context& context() const noexcept { return handle_.context(); }

    int width() const noexcept { return color_.width(); }
    int height() const noexcept { return color_.height(); }
    float aspect() const noexcept;  ///< width / height
    bool has_depth() const noexcept { return depth_.has_value(); }

    /// The current picture; row 0 is its bottom. `resize` replaces it.
    const Texture2D& color() const noexcept { return color_; }
    [[deprecated("use color")]] const Texture2D& colour() const noexcept { return color_; }

    /// Changes the size and clears to opaque black. Does nothing if the size is unchanged.
    void resize(int width, int height);

    /// Turns drawing on or off. While it is off, passes and `clear` leave the picture unchanged and
    /// cost almost nothing. Useful for frames that are not displayed.
    void set_drawn(bool drawn) noexcept { drawn_ = drawn; }
    bool is_drawn() const noexcept { return drawn_; }

    /// Fills the color, and sets the depth to the farthest value.
    void clear(const std::array<float, 4>& rgba = {0, 0, 0, 1});

    /// Returns the picture, top row first. Waits for the draws.
    /// Throws Error(invalid_state) unless the format is rgba8.
    Picture read_pixels() const;

private:
    void attach();
    void create_depth();

    FramebufferOptions options_;
    Handle handle_;
    Texture2D color_;
    std::optional<Handle> depth_;
    bool drawn_ = true;
};

}  // namespace glint::gl
