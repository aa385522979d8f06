// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include <glint/gl/pixel_reader.hpp>

namespace glint::app {

class OverlayDrawing;

/// A picture that a run sends to a PictureSink. The picture may be moved to another thread.
class TakenPicture {
public:
    TakenPicture(gl::PixelBlock pixels, std::shared_ptr<const OverlayDrawing> overlay,
                 unsigned frame)
        : pixels_(std::move(pixels)), overlay_(std::move(overlay)), frame_(frame) {}

    unsigned frame() const noexcept { return frame_; }  ///< number of the frame in the picture
    unsigned width() const noexcept { return pixels_.width(); }
    unsigned height() const noexcept { return pixels_.height(); }
    /// Copies the picture, with its overlay, to `picture`. Reuses the memory of `picture`.
    void copy_to(Picture& picture) const;

private:
    gl::PixelBlock pixels_;
    std::shared_ptr<const OverlayDrawing> overlay_;  ///< null if there is no overlay
    unsigned frame_;
};

/// Receives the pictures of a run.
class PictureSink {
public:
    virtual ~PictureSink() = default;

    /// Takes the next picture. Must not wait; the run calls this function on the thread that draws.
    /// Returns false if the sink wants no further pictures. The run waits while `capacity` pictures
    /// still exist.
    virtual bool take(TakenPicture picture) = 0;
    /// Returns the maximum number of pictures that may exist at a time; at least 1.
    virtual std::size_t capacity() const = 0;
};

/// Content of a capture.
enum class Capture {
    picture,  ///< the drawn picture with its overlay
    window,   ///< everything that the user sees in the window
};
using CaptureTaker = std::function<void(const Picture&)>;

}  // namespace glint::app
