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

/// One turn of the loop. Its picture is shown, or written, by the next `App::next_frame`.
class Frame {
public:
    Frame(const FrameInput& input, double time_step, gl::Framebuffer& target)
        : input_(input), time_step_(time_step), target_(&target) {}
    Frame(const FrameInput& input, double time_step, Stage& stage)
        : input_(input), time_step_(time_step), stage_(&stage) {}

    unsigned number() const noexcept { return input_.number; }  ///< from 1
    unsigned steps() const noexcept { return input_.steps; }    ///< to make now; may be 0
    double time_step() const noexcept { return time_step_; }    ///< of each, in simulated time
    bool wants_reset() const noexcept { return input_.reset; }
    /// Whether the picture will be seen: a headless run writes only some.
    bool is_drawn() const noexcept { return input_.is_drawn; }
    /// Whether a headless run writes an image of it.
    bool is_image() const noexcept { return input_.is_image; }
    gl::Framebuffer& target() const { return stage_ ? stage_->target() : *target_; }
    std::span<const gl::Event> events() const noexcept { return input_.events; }
    /// Whether the left mouse button is down over the picture.
    bool is_dragged() const noexcept { return input_.turning; }
    /// This frame's moves of the mouse while its left button was down.
    std::vector<gl::MouseMoveEvent> drags() const;

    /// Moves the camera by this frame's mouse: left drag turns, right or middle drag pans, the
    /// wheel zooms.
    void control(view::OrbitCamera& camera) const;

private:
    FrameInput input_;
    double time_step_;
    gl::Framebuffer* target_ = nullptr;
    Stage* stage_ = nullptr;  // whose target it is, which may not be made yet
};

class App;

namespace detail {

int run(AppOptions defaults, int argc, const char* const* argv,
        const std::function<int(App&)>& body);

}  // namespace detail

/// A program's loop, in a window or headless: the same code runs in both.
///
///     while (auto frame = app.next_frame()) {
///         ... step frame->steps() times, draw into frame->target() ...
///     }
///
/// A program that has arguments gets its App from run().
class App {
public:
    /// Throws Error(unsupported) if a window is wanted and there is no display, and WrongOption
    /// for a device that is not there and a folder that cannot be written.
    explicit App(AppOptions options);

    /// The context that pictures are drawn in. A headless run that writes no images has none until
    /// somebody asks for it.
    const gl::Context& gl() const { return stage_->context(); }
    /// Whether pictures are drawn: in windows, and headless unless `every` is 0 and nothing is
    /// recorded.
    bool draws() const noexcept {
        return !options_.headless || options_.every != 0u || options_.is_recorded;
    }
    /// Where to compute: what --device names, else the GPU that draws, else see
    /// interop::device_for; as Device::open where nothing is drawn. Opened at the first call, and
    /// the same from then on.
    /// Throws WrongOption if it cannot share as --share says.
    Device device();
    /// How kernels and OpenGL are to share, for interop::ShareOptions: what --share says.
    interop::Sharing sharing() const noexcept { return options_.sharing; }
    /// What --seed says, for the random numbers of the initial state.
    unsigned seed() const noexcept { return options_.seed; }
    const AppOptions& options() const noexcept { return options_; }

    /// The section called `title`, made at its first mention.
    Panel& panel(const std::string& title);

    /// What keys do in the window; those of App itself are there already, and F1 shows them all.
    Keys& keys() noexcept { return stage_->keys(); }

    /// Whether and how fast a window runs, as its panel sets it.
    RunControls& controls() noexcept { return stage_->controls(); }

    /// Calls `overlay` to draw with Dear ImGui over each picture, in windows and in images.
    void set_overlay(Overlay overlay) { overlays_ = {overlay, overlay}; }
    /// Calls another one for pictures that are kept: images, recordings and captures.
    void set_overlays(Overlays overlays) { overlays_ = std::move(overlays); }

    /// Shows a text and a bar in the window, to be called again and again while the program
    /// prepares its first frame. Does nothing headless. Returns false if the window was closed: the
    /// program should end.
    bool show_progress(const std::string& text, float fraction) {
        return stage_->show_progress(text, fraction);
    }

    /// Ends the frame before, then begins the next; nothing when the program should end. In a
    /// window it then reloads the panels' programs whose files were saved.
    /// Throws WrongOption at the first frame if `settings` name a parameter that no panel has, and
    /// Error(device_lost) in place of a picture if the OpenGL context is lost.
    std::optional<Frame> next_frame();

    /// Ends the loop: no frame follows the one of this number, which is at least the one that
    /// next_frame() gave last. A headless run that writes images writes one of its last frame if
    /// that one has not begun.
    void end_after(unsigned number) { stage_->end_after(number); }

    /// Images written so far.
    std::vector<std::filesystem::path> images() const { return stage_->images(); }

    /// Gives `sink`, which has to outlive the recording, pictures from the next frame on: one each
    /// time that another `steps` steps were made, whatever the clock says. A frame of a window then
    /// makes no more steps than are left to the next picture; a headless one is drawn if its
    /// picture is due. The run waits if the sink has as many as it can have.
    /// Throws Error(invalid_state) while there is a recording.
    void record(PictureSink& sink, unsigned steps) { stage_->record(sink, steps); }
    /// Gives the pictures under way and ends the recording, if there is one. How long the run
    /// waited for the sink.
    Seconds stop_recording() { return stage_->stop_recording(); }
    /// Calls `take` when this frame, or the next, ends, with its picture.
    void capture(Capture what, CaptureTaker take) { stage_->capture(what, std::move(take)); }

private:
    friend int detail::run(AppOptions defaults, int argc, const char* const* argv,
                           const std::function<int(App&)>& body);

    explicit App(Arguments arguments);
    void require_settings_used() const;
    void show_parameters() const;
    void reload_programs();

    AppOptions options_;
    bool is_help_;  ///< whether the first frame shows the parameters, and no frame follows
    std::optional<Device> device_;
    std::unique_ptr<Stage> stage_;
    std::vector<std::unique_ptr<Panel>> panels_;
    Overlays overlays_;
    FrameInput input_;
};

/// A program around `body`, which takes an `App&` and returns nothing or an exit status. This is
/// all of its main:
///
///     int main(int argc, char** argv) {
///         return glint::app::run({.title = "Swirl"}, argc, argv, [](glint::app::App& app) {
///             ...
///         });
///     }
///
/// Reads the arguments, `defaults` saying what they leave open: --headless, --frames and so on (see
/// detail/flags.hpp), and `defaults.flags`. Then makes the App and calls `body`. --help prints the
/// flags, and at the first frame the panels' parameters, which ends `body`.
///
/// Returns the exit status, and says on stderr what went wrong, "PROGRAM: what()": 2 for arguments
/// that it does not know and for WrongOption, 1 for every other std::exception.
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
