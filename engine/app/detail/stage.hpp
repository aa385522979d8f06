// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <glint/app/frame_clock.hpp>
#include <glint/app/keys.hpp>
#include <glint/app/options.hpp>
#include <glint/app/panel.hpp>
#include <glint/app/picture_sink.hpp>
#include <glint/gl/events.hpp>
#include <glint/gl/framebuffer.hpp>

namespace glint::app {

/// Properties and input of a frame.
struct FrameInput {
    unsigned number = 0;  ///< starts at 1
    unsigned steps = 0;
    bool reset = false;
    bool is_drawn = true;                 ///< false if nothing shows or saves the picture
    bool is_image = false;                ///< true if a headless run writes an image of this frame
    std::span<const gl::Event> events{};  ///< events that the panel did not use
    bool turning = false;                 ///< true if the left mouse button is down
    bool panning = false;                 ///< true if the right or middle mouse button is down
};

/// Destination of the frames: a window or files. Private to App.
class Stage {
public:
    virtual ~Stage() = default;
    virtual const gl::Context& context() const = 0;
    virtual gl::Framebuffer& target() = 0;
    /// Shows a text and a progress bar instead of a frame. `fraction` is from 0 to 1. Returns false
    /// if the window was closed.
    virtual bool show_progress(const std::string& text, float fraction) = 0;
    /// Prepares the next frame and fills `frame`. Returns false if the loop should end instead.
    virtual bool begin(FrameInput& frame) = 0;
    /// Shows or writes the picture in `target` with its overlay. A window also draws the panels
    /// over the picture. Throws Error(device_lost) instead if the context is lost.
    virtual void end(const FrameInput& frame, std::span<const std::unique_ptr<Panel>> panels,
                     const Overlays& overlays) = 0;
    /// Ends the loop after the frame with this number.
    virtual void end_after(unsigned number) = 0;
    /// Returns the paths of all image files written so far.
    virtual std::vector<std::filesystem::path> images() const = 0;

    /// The class App documents the following three functions.
    virtual void record(PictureSink& sink, unsigned steps) = 0;
    virtual Seconds stop_recording() = 0;
    virtual void capture(Capture what, CaptureTaker take) = 0;

    /// Returns the key bindings. A stage without a window does not use them.
    Keys& keys() noexcept { return keys_; }
    /// Returns the state of the panel's buttons. A stage without a window does not use it.
    RunControls& controls() noexcept { return controls_; }

private:
    Keys keys_;
    RunControls controls_;
};

/// Creates a stage that shows frames in a window. Throws Error(unsupported) without a display.
std::unique_ptr<Stage> make_window_stage(const AppOptions& options);
/// Creates a stage that writes images. Draws on the CUDA device `cuda_ordinal`. If it is -1, draws
/// on any GPU or, without a GPU, in software.
std::unique_ptr<Stage> make_headless_stage(const AppOptions& options, int cuda_ordinal);

}  // namespace glint::app
