// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <glint/app/detail/stage.hpp>
#include <glint/app/options.hpp>
#include <glint/app/panel.hpp>
#include <glint/app/picture_sink.hpp>
#include <glint/driver/device.hpp>
#include <glint/view/orbit_camera.hpp>

namespace glint::app {

struct Arguments;

/// One iteration of the loop. The next `App::next_frame` shows or writes its picture.
class Frame {
public:
    Frame(const FrameInput& input, double time_step, gl::Framebuffer& target)
        : input_(input), time_step_(time_step), target_(&target) {}
    Frame(const FrameInput& input, double time_step, Stage& stage)
        : input_(input), time_step_(time_step), stage_(&stage) {}

    unsigned number() const noexcept { return input_.number; }  ///< starts at 1
    unsigned steps() const noexcept { return input_.steps; }    ///< to run now; may be 0
    double time_step() const noexcept { return time_step_; }    ///< per step, in simulated time
    bool wants_reset() const noexcept { return input_.reset; }
    /// True if the picture will be seen: a headless run writes only some pictures.
    bool is_drawn() const noexcept { return input_.is_drawn; }
    /// True if a headless run writes an image of this frame.
    bool is_image() const noexcept { return input_.is_image; }
    gl::Framebuffer& target() const { return stage_ ? stage_->target() : *target_; }
    std::span<const gl::Event> events() const noexcept { return input_.events; }
    /// True if the left mouse button is down over the picture.
    bool is_dragged() const noexcept { return input_.turning; }
    /// Returns this frame's mouse moves while the left button was down.
    std::vector<gl::MouseMoveEvent> drags() const;

    /// Moves the camera with this frame's mouse input: left drag turns, right or middle drag pans,
    /// the wheel zooms.
    void control(view::OrbitCamera& camera) const;

private:
    FrameInput input_;
    double time_step_;
    gl::Framebuffer* target_ = nullptr;
    Stage* stage_ = nullptr;  // owns the target, which may not exist yet
};

class App;

namespace detail {

int run(AppOptions defaults, int argc, const char* const* argv,
        const std::function<int(App&)>& body);

}  // namespace detail

/// A program's main loop. The same code runs in a window and headless.
///
///     while (auto frame = app.next_frame()) {
///         ... step frame->steps() times, draw into frame->target() ...
///     }
///
/// A program with command-line arguments gets its App from run().
class App {
public:
    /// Throws Error(unsupported) if a window is requested and there is no display. Throws
    /// WrongOption for a device that is not found, and for a folder that cannot be written.
    explicit App(AppOptions options);

    /// The context that pictures are drawn in. A headless run without images creates it on the
    /// first request.
    const gl::Context& gl() const { return stage_->context(); }
    /// True if pictures are drawn: in windows, and headless unless `every` is 0 and nothing is
    /// recorded.
    bool draws() const noexcept {
        return !options_.headless || options_.every != 0u || options_.is_recorded;
    }
    /// Returns the compute device. It is the device named by --device, else the GPU that draws,
    /// else the default; see interop::device_for. If nothing is drawn, it follows Device::open. The
    /// first call opens the device; later calls return the same one. Throws WrongOption if the
    /// device does not support the sharing method of --share.
    Device device();
    /// How kernels and OpenGL share memory, from --share, for interop::ShareOptions.
    interop::Sharing sharing() const noexcept { return options_.sharing; }
    /// The seed from --seed for the random numbers of the initial state.
    unsigned seed() const noexcept { return options_.seed; }
    const AppOptions& options() const noexcept { return options_; }

    /// Returns the panel section called `title`; creates it on first use.
    Panel& panel(const std::string& title);

    /// Key bindings of the window. App's own keys are already bound, and F1 lists them all.
    Keys& keys() noexcept { return stage_->keys(); }

    /// Pause state and speed of a window's run, as set in its panel.
    RunControls& controls() noexcept { return stage_->controls(); }

    /// Calls `overlay` to draw with Dear ImGui over each picture, in windows and in images.
    void set_overlay(Overlay overlay) { overlays_ = {overlay, overlay}; }
    /// Sets separate overlays for the window and for saved pictures: images, recordings and
    /// captures.
    void set_overlays(Overlays overlays) { overlays_ = std::move(overlays); }

    /// Shows a text and a progress bar in the window. Call it repeatedly while the program prepares
    /// its first frame. Does nothing headless. Returns false if the window was closed; the program
    /// should then end.
    bool show_progress(const std::string& text, float fraction) {
        return stage_->show_progress(text, fraction);
    }

    /// Ends the previous frame, then begins the next; returns nullopt when the program should end.
    /// In a window it also reloads programs in the panels whose files were saved.
    /// Throws WrongOption at the first frame if `settings` name a parameter that no panel has.
    /// Throws Error(device_lost) instead of showing a picture if the OpenGL context is lost.
    std::optional<Frame> next_frame();

    /// Ends the loop after the frame with this number, which is at least the last frame that
    /// next_frame() returned. A headless run that writes images also writes one of its last frame
    /// if that frame has not begun.
    void end_after(unsigned number) { stage_->end_after(number); }

    /// Image files written so far.
    std::vector<std::filesystem::path> images() const { return stage_->images(); }

    /// Sends pictures to `sink` from the next frame on: one per `steps` steps, independent of the
    /// clock. `sink` must outlive the recording. In a window, a frame then makes at most the steps
    /// that are left to the next picture. Headless, a frame is drawn if its picture is due. The run
    /// waits while the sink is at its capacity. Throws Error(invalid_state) if a recording is in
    /// progress.
    void record(PictureSink& sink, unsigned steps) { stage_->record(sink, steps); }
    /// Sends the pictures in progress to the sink and ends the recording, if there is one. Returns
    /// how long the run waited for the sink.
    Seconds stop_recording() { return stage_->stop_recording(); }
    /// Calls `take` with the picture when the current frame, or the next one, ends.
    void capture(Capture what, CaptureTaker take) { stage_->capture(what, std::move(take)); }

private:
    friend int detail::run(AppOptions defaults, int argc, const char* const* argv,
                           const std::function<int(App&)>& body);

    explicit App(Arguments arguments);
    void require_settings_used() const;
    void show_parameters() const;
    void reload_programs();

    AppOptions options_;
    bool is_help_;  ///< true if the first frame prints the parameters and ends the loop
    std::optional<Device> device_;
    std::unique_ptr<Stage> stage_;
    std::vector<std::unique_ptr<Panel>> panels_;
    Overlays overlays_;
    FrameInput input_;
};

/// Runs `body` as a program. `body` takes an `App&` and returns nothing or an exit status. This is
/// a complete main:
///
///     int main(int argc, char** argv) {
///         return glint::app::run({.title = "Swirl"}, argc, argv, [](glint::app::App& app) {
///             ...
///         });
///     }
///
/// Parses the arguments: --headless, --frames and so on (see detail/flags.hpp), and
/// `defaults.flags`. `defaults` supplies the values that they do not set. Then creates the App and
/// calls `body`. --help prints the flags, and at the first frame the panels' parameters, which ends
/// `body`.
///
/// Returns the exit status and prints errors to stderr as "PROGRAM: what()". The status is 2 for
/// unknown arguments and for WrongOption, 1 for every other std::exception.
template <std::invocable<App&> Body>
int run(AppOptions defaults, int argc, const char* const* argv, Body&& body) {
    return detail::run(std::move(defaults), argc, argv, [&](App& app) {
        if constexpr (std::is_void_v<std::invoke_result_t<Body, App&>>) {
            std::invoke(body, app);
            return 0;
        } else {
            return static_cast<int>(std::invoke(body, app));
        }
    });
}

}  // namespace glint::app
