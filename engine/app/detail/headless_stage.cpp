// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include <glint/app/detail/image_files.hpp>
#include <glint/app/detail/progress_bar.hpp>
#include <glint/app/detail/recording_stage.hpp>
#include <glint/app/frame_rate.hpp>
#include <glint/gl/headless_context.hpp>

namespace glint::app {
namespace {

constexpr unsigned kDefaultImages = 4;

// Returns the number of time steps per frame. In a headless run, a frame always covers 1/60 s of
// playback, however fast the machine is.
unsigned steps_in_a_frame(double steps_per_second) {
    return std::max(1u, static_cast<unsigned>(std::lround(steps_per_second / kFramesPerSecond)));
}

class HeadlessStage final : public RecordingStage {
public:
    HeadlessStage(const AppOptions& options, int cuda_ordinal)
        : cuda_ordinal_(cuda_ordinal),
          size_{.width = static_cast<int>(options.width),
                .height = static_cast<int>(options.height)},
          frames_(options.frames ? options.frames : kDefaultFrames),
          every_(options.every.value_or(std::max(1u, frames_ / kDefaultImages))),
          steps_(steps_in_a_frame(options.steps_per_second)),
          begun_(options.frames_done),
          images_(options),
          progress_(images_.stem(), frames_) {
        if (every_ == 0) return;
        images_.require_folder();
        (void)context();  // creates the context, so that errors occur now
    }
    ~HeadlessStage() override { drop_recording(); }

    // Creates the context on the first call, because a run without images starts faster without
    // one.
    const gl::Context& context() const override {
        if (!context_) context_.emplace(gl::HeadlessOptions{.cuda_ordinal = cuda_ordinal_});
        return *context_;
    }
    gl::Framebuffer& target() override {
        if (!target_) target_.emplace(context(), size_).set_drawn(is_drawn_);
        return *target_;
    }

    bool show_progress(const std::string&, float) override { return true; }

    bool begin(FrameInput& frame) override {
        if (frame.number > frames_) return false;
        begun_ = frame.number;
        frame.steps = steps_;
        frame.is_image = every_ > 0 && (frame.number % every_ == 0 || frame.number == frames_);
        if (tap()) tap()->begin(frame);
        frame.is_drawn = frame.is_image || (tap() && tap()->is_due());
        is_drawn_ = frame.is_drawn;
        if (target_) target_->set_drawn(is_drawn_);
        return true;
    }

    void end(const FrameInput& frame, std::span<const std::unique_ptr<Panel>>,
             const Overlays& overlays) override {
        if (tap()) tap()->end(frame, target(), overlays.pictures);
        if (frame.is_drawn) give_captures(overlays.pictures);
        if (frame.is_image) {
            Picture picture = target().read_pixels();
            context().require_not_lost();
            draw_over(picture, overlays.pictures);
            images_.write(frame.number, picture);
        }
        progress_.show(frame.number);
    }

    void end_after(unsigned number) override { frames_ = number; }

    // Counts the steps made before the run was resumed, so that a resumed run records the same
    // frames as a run without interruption.
    void record(PictureSink& sink, unsigned steps) override {
        RecordingStage::record(sink, steps);
        tap()->start_after(begun_ * steps_);
    }

    std::vector<std::filesystem::path> images() const override { return images_.written(); }

private:
    int cuda_ordinal_;
    gl::FramebufferOptions size_;
    mutable std::optional<gl::HeadlessContext> context_;
    std::optional<gl::Framebuffer> target_;
    bool is_drawn_ = true;
    unsigned frames_;
    unsigned every_;  // 0: write no images
    unsigned steps_;
    unsigned begun_;  // number of the last frame that began
    ImageFiles images_;
    ProgressBar progress_;
};

}  // namespace

std::unique_ptr<Stage> make_headless_stage(const AppOptions& options, int cuda_ordinal) {
    return std::make_unique<HeadlessStage>(options, cuda_ordinal);
}

}  // namespace glint::app
