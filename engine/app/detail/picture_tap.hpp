// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>

#include <glint/app/detail/picture_gui.hpp>
#include <glint/app/detail/stage.hpp>
#include <glint/app/picture_sink.hpp>
#include <glint/gl/pixel_reader.hpp>

namespace glint::app {

/// Sends a run's pictures to a sink, one every N steps. Private to App.
class PictureTap {
public:
    /// `scale` applies to the overlay. The sink must outlive this object.
    PictureTap(const gl::Context& context, PictureSink& sink, unsigned steps, float scale);

    /// Sets the number of earlier steps, which affects which steps get a picture.
    void start_after(unsigned steps) noexcept { made_ = steps % steps_; }
    /// Limits the frame's steps to the number left until the next picture.
    void shorten(FrameInput& frame) const;
    /// Call when a frame begins, after its steps are known.
    void begin(const FrameInput& frame);
    /// True if the picture of the current frame is to be taken.
    bool is_due() const noexcept { return is_due_; }
    /// Call after the frame was drawn. Throws Error(device_lost) if the context is lost.
    void end(const FrameInput& frame, const gl::Framebuffer& picture, const Overlay& overlay);

    /// Sends the pictures in progress to the sink. Returns how long the run has waited for the
    /// sink.
    Seconds finish();

private:
    struct PendingPicture {
        std::shared_ptr<const OverlayDrawing> overlay;
        unsigned frame;
    };

    void take(const FrameInput& frame, const gl::Framebuffer& picture, const Overlay& overlay);
    void make_room();
    void give(gl::PixelBlock pixels);
    void deliver_finished();

    gl::Context context_;
    PictureSink& sink_;
    unsigned steps_;
    PictureGui gui_;
    gl::PixelReader reader_;
    std::deque<PendingPicture> queue_;  ///< for the pixels in progress
    unsigned made_ = 0;                 ///< steps since the last picture
    bool is_due_ = false;
    bool has_begun_ = false;  ///< false until the first frame of its own begins
    bool is_wanted_ = true;
    Seconds waited_{};
};

}  // namespace glint::app
