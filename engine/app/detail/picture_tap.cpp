// SPDX-License-Identifier: MIT
#include <glint/app/detail/picture_tap.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

namespace glint::app {
namespace {

constexpr std::size_t kUnderWay = 2;  // copies in progress while later frames are drawn

}  // namespace

void TakenPicture::copy_to(Picture& picture) const {
    pixels_.copy_to(picture);
    if (overlay_) overlay_->draw_over(picture);
}

PictureTap::PictureTap(const gl::Context& context, PictureSink& sink, unsigned steps, float scale)
    : context_(context),
      sink_(sink),
      steps_(std::max(steps, 1u)),
      gui_(scale),
      reader_(context, kUnderWay + sink.capacity()) {}

void PictureTap::shorten(FrameInput& frame) const {
    if (is_wanted_) frame.steps = std::min(frame.steps, steps_ - made_);
}

void PictureTap::begin(const FrameInput& frame) {
    has_begun_ = true;
    made_ += frame.steps;
    is_due_ = is_wanted_ && made_ >= steps_;
    made_ %= steps_;
}

void PictureTap::end(const FrameInput& frame, const gl::Framebuffer& picture,
                     const Overlay& overlay) {
    if (!has_begun_) return;
    deliver_finished();
    if (std::exchange(is_due_, false) && is_wanted_) take(frame, picture, overlay);
}

void PictureTap::take(const FrameInput& frame, const gl::Framebuffer& picture,
                      const Overlay& overlay) {
    make_room();
    reader_.read(picture);
    queue_.push_back({nullptr, frame.number});
    if (!overlay) return;
    queue_.back().overlay = gui_.record(static_cast<unsigned>(picture.width()),
                                        static_cast<unsigned>(picture.height()), overlay);
}

void PictureTap::make_room() {
    if (reader_.has_room()) return;
    const auto begun = std::chrono::steady_clock::now();
    if (reader_.pending() == reader_.slots()) give(*reader_.wait());
    reader_.wait_for_room();
    waited_ += std::chrono::steady_clock::now() - begun;
}

void PictureTap::deliver_finished() {
    while (auto pixels = reader_.take()) give(std::move(*pixels));
}

// Throws an error if the context is lost, because the pixels are then invalid.
void PictureTap::give(gl::PixelBlock pixels) {
    context_.require_not_lost();
    const PendingPicture waiting = std::move(queue_.front());
    queue_.pop_front();
    if (is_wanted_)
        is_wanted_ = sink_.take(TakenPicture(std::move(pixels), waiting.overlay, waiting.frame));
}

Seconds PictureTap::finish() {
    while (auto pixels = reader_.wait()) give(std::move(*pixels));
    return waited_;
}

}  // namespace glint::app
