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

/// One iteration of the main loop. The next call of `App::next_frame` shows or writes the picture
/// that is drawn in this iteration.
class Frame {
public:
    Frame(const FrameInput& input, double time_step, gl::Framebuffer& target)
        : input_(input), time_step_(time_step), target_(&target) {}
    Frame(const FrameInput& input, double time_step, Stage& stage)
        : input_(input), time_step_(time_step), stage_(&stage) {}

    unsigned number() const noexcept { return input_.number; }  ///< starts at 1
    unsigned steps() const noexcept { return input_.steps; }    ///< time steps to run now; may be 0
    double time_step() const noexcept { return time_step_; }    ///< simulated time per time step
    bool wants_reset() const noexcept { return input_.reset; }
    /// Returns true if the picture of this frame will be shown or saved. A headless run shows or
    /// writes only some pictures.
    bool is_drawn() const noexcept { return input_.is_drawn; }
    /// Returns true if a headless run writes an image of this frame.
    bool is_image() const noexcept { return input_.is_image; }
    gl::Framebuffer& target() const { return stage_ ? stage_->target() : *target_; }
    std::span<const gl::Event> events() const noexcept { return input_.events; }
    /// Returns true if the left mouse button is down, even if the mouse is over the panel.
    bool is_dragged() const noexcept { return input_.turning; }
    /// Returns the mouse moves of this frame that were made while the left button was down.
    std::vector<gl::MouseMoveEvent> drags() const;

    /// Moves the camera according to the mouse events of this frame: a drag with the left button
    /// turns the camera, a drag with the right or middle button pans, and the wheel zooms.
    void control(view::OrbitCamera& camera) const;

private:
    FrameInput input_;
    double time_step_;
    gl::Framebuffer* target_ = nullptr;
    Stage* stage_ = nullptr;  // owns the target, which may be created later
};

class App;

namespace detail {

int run(AppOptions defaults, int argc, const char* const* argv,
        const std::function<int(App&)>& body);

}  // namespace detail

/// A program with a main loop. The same code runs in a window and headless:
///
///     while (auto frame = app.next_frame()) {
///         ... step frame->steps() times, draw into frame->target() ...
///     }
///
/// If a program has command-line arguments, run() creates its App.
class App {
public:
    /// Throws Error(unsupported) if the options request a window and no display is available.
    /// Throws WrongOption if the device is not found or the output folder is not writable.
    explicit App(AppOptions options);

    /// Returns the OpenGL context in which pictures are drawn. A headless run without images
    /// creates this context on the first call.
    const gl::Context& gl() const { return stage_->context(); }
    /// Returns true if the run draws pictures. A run in a window always does. A headless run draws
    /// unless `every` is 0 and nothing is recorded.
    bool draws() const noexcept { return options_.draws(); }
    /// Returns the compute device. The first call opens the device; later calls return the same
    /// device. The device is chosen in this order: the device named by --device, the GPU that
    /// draws, the default device; see interop::device_for. If nothing is drawn, Device::open
    /// selects the device. Throws WrongOption if the device does not support the sharing method
    /// given by --share.
    Device device();
    /// Returns the sharing method given by --share, for interop::ShareOptions.
    interop::Sharing sharing() const noexcept { return options_.sharing; }
    /// Returns the seed given by --seed, for the random numbers of the initial state.
    unsigned seed() const noexcept { return options_.seed; }
    const AppOptions& options() const noexcept { return options_; }

    /// Returns the section of the panel with this title. Creates the section on the first call.
    Panel& panel(const std::string& title);

    /// Returns the key bindings of the window. App's own keys are already bound. F1 lists all
    /// bindings.
    Keys& keys() noexcept { return stage_->keys(); }

    /// Returns the pause state and the speed, which the user sets in the window's panel.
    RunControls& controls() noexcept { return stage_->controls(); }

    /// Sets a function that draws over each picture with Dear ImGui, in windows and in saved
    /// images.
    void set_overlay(Overlay overlay) { overlays_ = {overlay, overlay}; }
    /// Sets separate overlays for the window and for saved pictures. Saved pictures are images,
    /// recordings and captures.
    void set_overlays(Overlays overlays) { overlays_ = std::move(overlays); }

    /// Shows a text and a progress bar in the window. Call this function repeatedly while the
    /// program prepares its first frame. Returns false if the window was closed; the program should
    /// then end. In a headless run, does nothing and returns true.
    bool show_progress(const std::string& text, float fraction) {
        return stage_->show_progress(text, fraction);
    }

    /// Ends the current frame and begins the next frame. Returns nullopt if the program should end.
    /// In a window, also reloads programs of the panels whose files were saved.
    /// Throws WrongOption at the first frame if `settings` contains a parameter that no panel has.
    /// Throws Error(device_lost) instead of showing a picture if the OpenGL context is lost.
    std::optional<Frame> next_frame();

    /// Ends the loop after the frame `number`. `number` must be at least the number of the current
    /// frame. A headless run that writes images also writes an image of the last frame, but only if
    /// this function is called before the last frame begins.
    void end_after(unsigned number) { stage_->end_after(number); }

    /// Returns the paths of all image files written so far.
    std::vector<std::filesystem::path> images() const { return stage_->images(); }

    /// Sends pictures to `sink`, one after every `steps` time steps, regardless of the real time.
    /// Starts with the next frame. `sink` must outlive the recording. In a window, a frame then
    /// stops at the time step of the next picture. A headless run draws at least the frames whose
    /// picture is sent. The run waits while `sink` holds `capacity` pictures. Throws
    /// Error(invalid_state) if a recording is in progress.
    void record(PictureSink& sink, unsigned steps) { stage_->record(sink, steps); }
    /// Sends the pictures in progress to the sink and ends the recording. Returns how long the run
    /// waited for the sink. Returns 0 if no recording is in progress.
    Seconds stop_recording() { return stage_->stop_recording(); }
    /// Calls `take` with the picture when the current frame ends. If no frame has begun, calls
    /// `take` when the first frame ends. A headless run waits for the next frame that is drawn.
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

/// Runs `body` as a program and returns the exit status. `body` takes an `App&` and returns nothing
/// or an exit status. This is a complete main function:
///
///     int main(int argc, char** argv) {
///         return glint::app::run({.title = "Swirl"}, argc, argv, [](glint::app::App& app) {
///             ...
///         });
///     }
///
/// First parses the arguments: --headless, --frames and the others in detail/flags.hpp, and the
/// flags in `defaults.flags`. Options that the arguments do not set have the values in `defaults`.
/// Then creates the App and calls `body`. If the argument is --help, prints the flags; when `body`
/// requests its first frame, prints the parameters of the panels and ends `body`.
///
/// Prints errors to stderr as "PROGRAM: what()". The exit status is 2 for unknown arguments and for
/// WrongOption, and 1 for all other exceptions that are derived from std::exception.
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
