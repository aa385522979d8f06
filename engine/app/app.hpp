#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/app/detail/stage.hpp>
#include <glint/app/options.hpp>
#include <glint/app/panel.hpp>
#include <glint/driver/device.hpp>
#include <glint/view/orbit_camera.hpp>

namespace glint::app {

struct Arguments;

/// One turn of the loop. Its picture is shown, or written, by the next `App::next_frame`.
class Frame {
public:
    Frame(const FrameInput& input, double time_step, gl::Framebuffer& target)
        : input_(input), time_step_(time_step), target_(&target) {}

    unsigned number() const noexcept { return input_.number; }  ///< from 1
    unsigned steps() const noexcept { return input_.steps; }    ///< to make now; may be 0
    double time_step() const noexcept { return time_step_; }    ///< of each, in simulated time
    bool wants_reset() const noexcept { return input_.reset; }
    /// Whether the picture will be seen: a headless run writes only some.
    bool is_drawn() const noexcept { return input_.is_drawn; }
    gl::Framebuffer& target() const noexcept { return *target_; }
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
    gl::Framebuffer* target_;
};

/// A program's loop, in a window or headless: the same code runs in both.
///
///     while (auto frame = app.next_frame()) {
///         ... step frame->steps() times, draw into frame->target() ...
///     }
class App {
public:
    /// Throws Error(unsupported) if a window is wanted and there is no display.
    explicit App(AppOptions options);

    /// Also reads --headless, --frames and so on (see detail/flags.hpp). --help prints the flags,
    /// and at the first frame the panels' parameters, then exits with 0. One line says what is
    /// wrong with the arguments, and the exit status is 2, as command line programs do it; what
    /// --set gives may be wrong until the first frame.
    App(AppOptions defaults, int argc, const char* const* argv);

    const gl::Context& gl() const { return stage_->context(); }
    /// Where to compute: what --device names, else the GPU that draws, else see
    /// interop::device_for. Opened at the first call, and the same from then on.
    Device device();
    /// How kernels and OpenGL are to share, for interop::ShareOptions: what --share says.
    interop::Sharing sharing() const noexcept { return options_.sharing; }
    const AppOptions& options() const noexcept { return options_; }

    /// The section called `title`, made at its first mention.
    Panel& panel(const std::string& title);

    /// Ends the frame before, then begins the next; nothing when the program should end. In a
    /// window it then reloads the panels' programs whose files were saved.
    /// Throws Error(not_found) at the first frame if `settings` name a parameter that no panel has;
    /// if they are the program's arguments, says so in one line and exits with 2.
    std::optional<Frame> next_frame();

    /// Images written so far.
    std::vector<std::filesystem::path> images() const { return stage_->images(); }

private:
    explicit App(Arguments arguments);
    void require_settings_used() const;
    [[noreturn]] void exit_with_parameters() const;
    void reload_programs();

    AppOptions options_;
    std::string program_;  ///< whose arguments the options are; empty if they are none's
    bool is_help_;         ///< whether the first frame shows the parameters, and no frame follows
    std::optional<Device> device_;
    std::unique_ptr<Stage> stage_;
    std::vector<std::unique_ptr<Panel>> panels_;
    FrameInput input_;
};

}  // namespace glint::app
