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
    Filter filter = Filter::linear;  ///< for those who sample `colour()`
    bool depth = true;               ///< with a depth buffer of 24 bits
};

/// A picture to draw into: a colour texture and a depth buffer. A Pass draws into it.
class Framebuffer {
public:
    /// Cleared to opaque black. Throws Error(invalid_argument) for a size that the device can't
    /// do, Error(out_of_memory) if it does not fit.
    Framebuffer(const Context& context, const FramebufferOptions& options);

    unsigned native() const noexcept { return handle_.native(); }
    const Context& context() const noexcept { return handle_.context(); }

    int width() const noexcept { return colour_.width(); }
    int height() const noexcept { return colour_.height(); }
    float aspect() const noexcept;  ///< width / height
    bool has_depth() const noexcept { return depth_.has_value(); }

    /// The picture so far; row 0 is its bottom. `resize` replaces it.
    const Texture2D& colour() const noexcept { return colour_; }

    /// Gives it another size and clears it to opaque black; nothing happens if it has that size.
    void resize(int width, int height);

    /// Whether what is drawn from now on is to be seen. If not, passes and `clear` leave the
    /// picture as it is and cost next to nothing: for frames that nobody looks at.
    void set_drawn(bool drawn) noexcept { drawn_ = drawn; }
    bool is_drawn() const noexcept { return drawn_; }

    /// Fills colour, and depth with the farthest.
    void clear(const std::array<float, 4>& rgba = {0, 0, 0, 1});

    /// The picture, its top row first. Waits for the draws.
    /// Throws Error(invalid_state) unless the format is rgba8.
    Picture read_pixels() const;

private:
    void attach();
    void create_depth();

    FramebufferOptions options_;
    Handle handle_;
    Texture2D colour_;
    std::optional<Handle> depth_;
    bool drawn_ = true;
};

}  // namespace glint::gl
