// SPDX-License-Identifier: MIT
#include <glint/app/detail/recording_stage.hpp>

#include <glint/base/error.hpp>

namespace glint::app {

PictureGui& RecordingStage::gui() {
    if (!gui_) gui_.emplace(scale());
    return *gui_;
}

void RecordingStage::record(PictureSink& sink, unsigned steps) {
    if (tap_)
        throw Error(ErrorCode::invalid_state, "start a recording",
                    "a recording is already in progress");
    tap_.emplace(context(), sink, steps, scale());
}

Seconds RecordingStage::stop_recording() {
    if (!tap_) return {};
    const Seconds waited = tap_->finish();
    tap_.reset();
    return waited;
}

void RecordingStage::draw_over(Picture& picture, const Overlay& overlay) {
    if (overlay) gui().draw(picture, overlay);
}

void RecordingStage::give_captures(const Overlay& overlay) {
    for (const Request& wanted : std::exchange(wanted_, {})) {
        std::optional<Picture> picture;
        if (wanted.what == Capture::window) picture = seen();
        if (!picture) {
            picture = target().read_pixels();
            draw_over(*picture, overlay);
        }
        wanted.take(*picture);
    }
}

}  // namespace glint::app
