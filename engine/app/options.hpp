// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <glint/base/error.hpp>
#include <glint/interop/sharing.hpp>

namespace glint::app {

/// A command-line flag that a program defines. The flag sets a variable of the program:
///
///     unsigned boids = 20'000;
///     glint::app::run({.flags = {{"boids", &boids, "number of boids"}}}, argc, argv, ...);
struct Flag {
    /// The type of the variable. For a bool, `--trails` sets the variable to true and
    /// `--trails=false` sets it to false.
    using Variable = std::variant<bool*, int*, unsigned*, std::int64_t*, std::uint64_t*, float*,
                                  double*, std::string*, std::filesystem::path*>;

    std::string name;   ///< for example "boids" for the flag --boids
    Variable variable;  ///< its value before parsing is the default that --help shows
    std::string help;
};

/// Number of frames of a headless run if --frames is not given.
inline constexpr unsigned kDefaultFrames = 240;

/// Options of a run, which either shows a window or is headless.
struct AppOptions {
    std::string title = "glint";  ///< title of the window; image names start with it
    unsigned width = 1280;        ///< width of the picture in pixels
    unsigned height = 720;

    /// Runs without a display. The run opens no window, makes a fixed number of time steps per
    /// frame, and writes image files.
    bool headless = false;
    unsigned frames = 0;  ///< last frame; 0: no limit in a window, 240 headless
    /// Number of frames made before the run was resumed. The next frame has the number
    /// `frames_done` + 1. `frames` counts the earlier frames, too.
    unsigned frames_done = 0;
    /// Headless runs write an image every N frames and an image of the last frame. 0: no images.
    /// nullopt: four images in total.
    std::optional<unsigned> every{};
    /// Set this to true if a headless run will be recorded (App::record). Pictures are then drawn
    /// even if no images are written.
    bool is_recorded = false;
    std::filesystem::path out = "out";  ///< folder for images

    /// The compute device; Device::open describes the names. "auto" selects the GPU that draws, or
    /// else the default device; see interop::device_for. If this names a CUDA device, a headless
    /// run also draws on that device.
    std::string device = "auto";
    interop::Sharing sharing = interop::Sharing::automatic;  ///< method of sharing with OpenGL

    double time_step = 1.0 / 60.0;   ///< simulated time per step, in the simulation's unit of time
    double steps_per_second = 60.0;  ///< time steps per second of playback at speed 1
    unsigned seed = 1;               ///< seed for the random numbers of the initial state

    /// Names and values of parameters. When parameters with these names are added to a panel, they
    /// get these values.
    std::vector<std::pair<std::string, std::string>> settings{};
    /// Flags that the program defines in addition to the flags for the options above.
    std::vector<Flag> flags{};

    /// Shows the panel in the window. If this is false, the Escape key is the only bound key.
    bool has_panel = true;
    /// Called before Escape closes the window, but not if the user clicks the window's close
    /// button.
    std::function<void()> on_escape{};
    /// Description of the Escape key in the help.
    std::string escape_action = "close the window";

    /// Returns true if the run draws pictures; see App::draws.
    bool draws() const noexcept { return !headless || every != 0u || is_recorded; }
};

/// Thrown for an invalid option. It ends a program with status 2; all other errors end a program
/// with status 1; see run(). A program throws it for an invalid value of a flag that the program
/// defines:
/// `WrongOption("--boids", "must be at least 1")`.
class WrongOption : public Error {
public:
    WrongOption(std::string_view flag, std::string_view reason)
        : Error(ErrorCode::invalid_argument, InputPlace{std::string(flag)}, reason) {}
    explicit WrongOption(const Error& error) : Error(error) {}
};

}  // namespace glint::app
