// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include <glint/gl/pixel_reader.hpp>

namespace glint::app {

class OverlayDrawing;

/// A picture that a run sends to a PictureSink. It may move to another thread.
class TakenPicture {
public:
    TakenPicture(gl::PixelBlock pixels, std::shared_ptr<const OverlayDrawing> overlay,
                 unsigned frame)
        : pixels_(std::move(pixels)), overlay_(std::move(overlay)), frame_(frame) {}

    unsigned frame() const noexcept { return frame_; }  ///< number of the frame that it shows
    unsigned width() const noexcept { return pixels_.width(); }
    unsigned height() const noexcept { return pixels_.height(); }
    /// Copies the picture, with its overlay, into `picture` and reuses that picture's memory.
    void copy_to(Picture& picture) const;

private:
    gl::PixelBlock pixels_;
    std::shared_ptr<const OverlayDrawing> overlay_;  ///< null: no overlay
    unsigned frame_;
};

/// Receives the pictures of a run.
class PictureSink {
public:
    virtual ~PictureSink() = default;

    /// Takes the next picture without waiting; called on the thread that draws. The run waits while
    /// `capacity` pictures have not yet been destroyed. Returns false if no further picture is
    /// wanted.
    virtual bool take(TakenPicture picture) = 0;
    /// The maximum number of pictures it holds at a time, at least 1.
    virtual std::size_t capacity() const = 0;
};

/// Content of a captured picture.
enum class Capture {
    picture,  ///< the drawn picture, and its overlay
    window,   ///< everything visible in the window
};
using CaptureTaker = std::function<void(const Picture&)>;

}  // namespace glint::app
