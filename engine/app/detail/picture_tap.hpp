// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>

#include <glint/app/detail/picture_gui.hpp>
#include <glint/app/detail/stage.hpp>
#include <glint/app/picture_sink.hpp>
#include <glint/gl/pixel_reader.hpp>

namespace glint::app {

/// Sends pictures of a run to a sink, one after every `steps` time steps. Private to App.
class PictureTap {
public:
    /// `scale` multiplies the size of the overlay. `sink` must outlive this object.
    PictureTap(const gl::Context& context, PictureSink& sink, unsigned steps, float scale);

    /// Sets the number of time steps made before this run, so that pictures are taken at multiples
    /// of `steps_`.
    void start_after(unsigned steps) noexcept { made_ = steps % steps_; }
    /// Reduces the number of steps in `frame`, so that the frame does not go beyond the next
    /// picture.
    void shorten(FrameInput& frame) const;
    /// Call this function when a frame begins, after the number of its steps is known.
    void begin(const FrameInput& frame);
    /// Returns true if a picture of the current frame will be taken.
    bool is_due() const noexcept { return is_due_; }
    /// Call this function after the frame was drawn. Throws Error(device_lost) if the context is
    /// lost.
    void end(const FrameInput& frame, const gl::Framebuffer& picture, const Overlay& overlay);

    /// Sends the pictures in progress to the sink. Returns how long the run has waited for the sink
    /// in total.
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
    std::deque<PendingPicture> queue_;  ///< one entry per picture in progress
    unsigned made_ = 0;                 ///< time steps since the last picture
    bool is_due_ = false;
    bool has_begun_ = false;  ///< true after the first call of `begin`
    bool is_wanted_ = true;
    Seconds waited_{};
};

}  // namespace glint::app
