// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include <glint/gl/pixel_reader.hpp>

namespace glint::app {

class OverlayDrawing;

/// A picture of a run on its way out. It may go to another thread.
class TakenPicture {
public:
    TakenPicture(gl::PixelBlock pixels, std::shared_ptr<const OverlayDrawing> overlay,
                 unsigned frame)
        : pixels_(std::move(pixels)), overlay_(std::move(overlay)), frame_(frame) {}

    unsigned frame() const noexcept { return frame_; }  ///< the number of the frame that it shows
    unsigned width() const noexcept { return pixels_.width(); }
    unsigned height() const noexcept { return pixels_.height(); }
    /// Puts it, with its overlay, into `picture`, whose memory is used again.
    void copy_to(Picture& picture) const;

private:
    gl::PixelBlock pixels_;
    std::shared_ptr<const OverlayDrawing> overlay_;  ///< null: none
    unsigned frame_;
};

/// Where the pictures of a run go.
class PictureSink {
public:
    virtual ~PictureSink() = default;

    /// Takes the next picture, without waiting; called by the thread that draws. The run waits
    /// while as many pictures as `capacity` says are not destroyed yet. False if no further one is
    /// wanted.
    virtual bool take(TakenPicture picture) = 0;
    /// How many pictures it can have at once, 1 at least.
    virtual std::size_t capacity() const = 0;
};

/// What a single picture is of.
enum class Capture {
    picture,  ///< what is drawn, and its overlay
    window,   ///< all that is seen in the window
};
using CaptureTaker = std::function<void(const Picture&)>;

}  // namespace glint::app
