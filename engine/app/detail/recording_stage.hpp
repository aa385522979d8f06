// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <glint/app/detail/picture_tap.hpp>
#include <glint/app/detail/stage.hpp>

namespace glint::app {

/// Recording and capture code shared by both stages. Private to App.
class RecordingStage : public Stage {
public:
    void record(PictureSink& sink, unsigned steps) override;
    Seconds stop_recording() override;
    void capture(Capture what, CaptureTaker take) override { wanted_.push_back({what, take}); }

protected:
    /// Discards the recording while the context still exists; call it first in the destructor.
    void drop_recording() { tap_.reset(); }

    virtual float scale() const { return 1; }  ///< scale of overlays
    /// Returns the window's visible content, if there is a window.
    virtual std::optional<Picture> seen() { return std::nullopt; }

    PictureTap* tap() { return tap_ ? &*tap_ : nullptr; }
    /// Draws an overlay over a picture read back from the device.
    void draw_over(Picture& picture, const Overlay& overlay);
    /// Delivers the requested captures of `target`, with `overlay`, after everything is drawn.
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
