// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <glint/app/detail/picture_tap.hpp>
#include <glint/app/detail/stage.hpp>

namespace glint::app {

/// Implements recordings and captures for stages with and without a window. Private to App.
class RecordingStage : public Stage {
public:
    void record(PictureSink& sink, unsigned steps) override;
    Seconds stop_recording() override;
    void capture(Capture what, CaptureTaker take) override { wanted_.push_back({what, take}); }

protected:
    /// Ends the recording without sending its pictures. A derived class must call this first in its
    /// destructor, while the OpenGL context still exists.
    void drop_recording() { tap_.reset(); }

    virtual float scale() const { return 1; }  ///< size of overlays relative to their normal size
    /// Returns the picture that the window shows, or nullopt without a window.
    virtual std::optional<Picture> seen() { return std::nullopt; }

    PictureTap* tap() { return tap_ ? &*tap_ : nullptr; }
    /// Draws an overlay over a picture in host memory.
    void draw_over(Picture& picture, const Overlay& overlay);
    /// Takes the requested captures of `target`, with `overlay`. Call this after everything is
    /// drawn.
    void give_captures(const Overlay& overlay);

private:
    struct Request {
        Capture what;
        CaptureTaker take;
    };

    PictureGui& gui();

    std::optional<PictureGui> gui_;
    std::optional<PictureTap> tap_;
    std::vector<Request> wanted_;
};

}  // namespace glint::app
