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

/// Input of a frame.
struct FrameInput {
    unsigned number = 0;  ///< starts at 1
    unsigned steps = 0;
    bool reset = false;
    bool is_drawn = true;                 ///< true if this frame's picture will be seen
    bool is_image = false;                ///< true if a headless run writes an image of it
    std::span<const gl::Event> events{};  ///< events that the panel did not handle
    bool turning = false;                 ///< a mouse drag turns the camera
    bool panning = false;                 ///< a mouse drag pans the camera
};

/// Output of frames: a window or files. Private to App.
class Stage {
public:
    virtual ~Stage() = default;
    virtual const gl::Context& context() const = 0;
    virtual gl::Framebuffer& target() = 0;
    /// Shows the current activity and its progress fraction instead of a frame. Returns false if
    /// the window was closed.
    virtual bool show_progress(const std::string& text, float fraction) = 0;
    /// Returns false when no further frame is wanted.
    virtual bool begin(FrameInput& frame) = 0;
    /// Shows or writes the picture in `target` with its overlay; a window also draws the panels
    /// over it. Throws Error(device_lost) instead if the context is lost.
    virtual void end(const FrameInput& frame, std::span<const std::unique_ptr<Panel>> panels,
                     const Overlays& overlays) = 0;
    /// Makes the frame with this number the last one.
    virtual void end_after(unsigned number) = 0;
    /// Image files written so far.
    virtual std::vector<std::filesystem::path> images() const = 0;

    /// See App.
    virtual void record(PictureSink& sink, unsigned steps) = 0;
    virtual Seconds stop_recording() = 0;
    virtual void capture(Capture what, CaptureTaker take) = 0;

    /// Key bindings; unused without a window.
    Keys& keys() noexcept { return keys_; }
    /// State of the panel's buttons; unused without a window.
    RunControls& controls() noexcept { return controls_; }

private:
    Keys keys_;
    RunControls controls_;
};

/// Throws Error(unsupported) if there is no display.
std::unique_ptr<Stage> make_window_stage(const AppOptions& options);
/// Draws on this CUDA device; -1: on any GPU, else in software.
std::unique_ptr<Stage> make_headless_stage(const AppOptions& options, int cuda_ordinal);

}  // namespace glint::app
