// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <glint/app/detail/picture_tap.hpp>
#include <glint/app/detail/stage.hpp>

namespace glint::app {

/// What both stages have of pictures that leave a run. Private to App.
class RecordingStage : public Stage {
public:
    void record(PictureSink& sink, unsigned steps) override;
    Seconds stop_recording() override;
    void capture(Capture what, CaptureTaker take) override { wanted_.push_back({what, take}); }

protected:
    /// Forgets the recording while the context is still there; to be called first at its end.
    void drop_recording() { tap_.reset(); }

    virtual float scale() const { return 1; }  ///< of overlays
    /// What is seen in the window, if there is one.
    virtual std::optional<Picture> seen() { return std::nullopt; }

    PictureTap* tap() { return tap_ ? &*tap_ : nullptr; }
    /// Draws an overlay over what was read.
    void draw_over(Picture& picture, const Overlay& overlay);
    /// Gives those who asked for them the pictures of `target`; with `overlay` once all is drawn.
    void give_captures(const Overlay& overlay);

private:
    struct Wanted {
        Capture what;
        CaptureTaker take;
    };

    PictureGui& gui();

    std::optional<PictureGui> gui_;
    std::optional<PictureTap> tap_;
    std::vector<Wanted> wanted_;
};

}  // namespace glint::app
