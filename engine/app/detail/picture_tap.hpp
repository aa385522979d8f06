// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <memory>

#include <glint/app/detail/picture_gui.hpp>
#include <glint/app/detail/stage.hpp>
#include <glint/app/picture_sink.hpp>
#include <glint/gl/pixel_reader.hpp>

namespace glint::app {

/// Gives a sink the pictures of a run: one each so many steps. Private to App.
class PictureTap {
public:
    /// `scale` is that of the overlay. The sink has to outlive it.
    PictureTap(const gl::Context& context, PictureSink& sink, unsigned steps, float scale);

    /// So many steps were made before, which count for where the pictures are.
    void start_behind(unsigned steps) noexcept { made_ = steps % steps_; }
    /// Leaves the frame no more steps than there are to the next picture.
    void shorten(FrameInput& frame) const;
    /// To be called when a frame begins, whose steps are known then.
    void begin(const FrameInput& frame);
    /// Whether the frame that began is one whose picture is taken.
    bool is_due() const noexcept { return is_due_; }
    /// To be called when it was drawn. Throws Error(device_lost) if the context is lost.
    void end(const FrameInput& frame, const gl::Framebuffer& picture, const Overlay& overlay);

    /// Gives out the pictures that are under way. How long the run has waited for the sink.
    Seconds finish();

private:
    struct Waiting {
        std::shared_ptr<const OverlayDrawing> overlay;
        unsigned frame;
    };

    void take(const FrameInput& frame, const gl::Framebuffer& picture, const Overlay& overlay);
    void make_room();
    void give(gl::PixelBlock pixels);
    void give_what_is_done();

    gl::Context context_;
    PictureSink& sink_;
    unsigned steps_;
    PictureGui gui_;
    gl::PixelReader reader_;
    std::deque<Waiting> waiting_;  ///< for the pixels under way
    unsigned made_ = 0;            ///< steps since the last picture
    bool is_due_ = false;
    bool has_begun_ = false;  ///< a frame that began before it is not its own
    bool is_wanted_ = true;
    Seconds waited_{};
};

}  // namespace glint::app
