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

/// What a frame starts with.
struct FrameInput {
    unsigned number = 0;  ///< from 1
    unsigned steps = 0;
    bool reset = false;
    bool is_drawn = true;                 ///< whether anyone will see this frame's picture
    bool is_image = false;                ///< whether a headless run writes an image of it
    std::span<const gl::Event> events{};  ///< those that the panel did not take
    bool turning = false;                 ///< the mouse drags to turn the camera
    bool panning = false;                 ///< or to move it
};

/// Where frames go: a window, or files. Private to App.
class Stage {
public:
    virtual ~Stage() = default;
    virtual const gl::Context& context() const = 0;
    virtual gl::Framebuffer& target() = 0;
    /// Shows, in place of a frame, what the program is busy with and which fraction of it is done.
    /// Returns false if the window was closed.
    virtual bool show_progress(const std::string& text, float fraction) = 0;
    /// False when no further frame is wanted.
    virtual bool begin(FrameInput& frame) = 0;
    /// Shows or writes the picture in `target` with its overlay, and in a window the panels over
    /// it. Throws Error(device_lost) instead if the context is lost.
    virtual void end(const FrameInput& frame, std::span<const std::unique_ptr<Panel>> panels,
                     const Overlays& overlays) = 0;
    /// No frame follows the one of this number.
    virtual void end_after(unsigned number) = 0;
    /// Images written so far.
    virtual std::vector<std::filesystem::path> images() const = 0;

    /// See App.
    virtual void record(PictureSink& sink, unsigned steps) = 0;
    virtual Seconds stop_recording() = 0;
    virtual void capture(Capture what, CaptureTaker take) = 0;

    /// What keys do. Nobody presses them where there is no window.
    Keys& keys() noexcept { return keys_; }
    /// What the panel's buttons set; nobody reads it where there is no window.
    RunControls& controls() noexcept { return controls_; }

private:
    Keys keys_;
    RunControls controls_;
};

/// Throws Error(unsupported) where there is no display.
std::unique_ptr<Stage> make_window_stage(const AppOptions& options);
/// Draws on this CUDA device; -1: on any GPU, else in software.
std::unique_ptr<Stage> make_headless_stage(const AppOptions& options, int cuda_ordinal);

}  // namespace glint::app
