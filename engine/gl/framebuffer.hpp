// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>

#include <glint/formats/png.hpp>
#include <glint/gl/texture.hpp>

namespace glint::gl {

struct FramebufferOptions {
    int width = 1280;
    int height = 720;
    PixelFormat format = PixelFormat::rgba8;
    Filter filter = Filter::linear;  ///< for shaders that sample the texture `color()`
    bool depth = true;               ///< adds a 24-bit depth buffer
};

/// A color texture and an optional depth buffer. A Pass draws into a Framebuffer.
class Framebuffer {
public:
    /// Creates the framebuffer and clears it to opaque black. Throws Error(invalid_argument) if the
    /// device does not support the size, and Error(out_of_memory) if there is not enough memory.
    Framebuffer(const Context& context, const FramebufferOptions& options);

    unsigned native() const noexcept { return handle_.native(); }
    const Context& context() const noexcept { return handle_.context(); }

    int width() const noexcept { return color_.width(); }
    int height() const noexcept { return color_.height(); }
    float aspect() const noexcept;  ///< width / height
    bool has_depth() const noexcept { return depth_.has_value(); }

    /// Returns the current color texture; row 0 is the bottom row. `resize` replaces the texture.
    const Texture2D& color() const noexcept { return color_; }
    [[deprecated("use color")]] const Texture2D& colour() const noexcept { return color_; }

    /// Changes the size and clears the framebuffer to opaque black. Does nothing if the size is the
    /// same as before.
    void resize(int width, int height);

    /// Turns drawing on or off. While drawing is off, passes and `clear` do not change the picture
    /// and cost almost nothing. Turn drawing off for frames that are not displayed.
    void set_drawn(bool drawn) noexcept { drawn_ = drawn; }
    bool is_drawn() const noexcept { return drawn_; }

    /// Sets all pixels to the color `rgba` and their depth to the farthest value.
    void clear(const std::array<float, 4>& rgba = {0, 0, 0, 1});

    /// Returns the pixels, top row first. Waits until earlier draws have finished.
    /// Throws Error(invalid_state) if the format is not rgba8.
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
