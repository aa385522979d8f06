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

/// A program's own command-line flag, which sets one of its variables:
///
///     unsigned boids = 20'000;
///     glint::app::run({.flags = {{"boids", &boids, "how many there are"}}}, argc, argv, ...);
struct Flag {
    /// The types of a flag's variable. A bool is a switch: `--trails` makes it true,
    /// `--trails=false` false.
    using Variable = std::variant<bool*, int*, unsigned*, std::int64_t*, std::uint64_t*, float*,
                                  double*, std::string*, std::filesystem::path*>;

    std::string name;   ///< "boids" for --boids
    Variable variable;  ///< holds the default, which --help shows
    std::string help;
};

/// Number of frames of a headless run without --frames.
inline constexpr unsigned kDefaultFrames = 240;

/// Run options of a program: in a window, or headless and unattended.
struct AppOptions {
    std::string title = "glint";  ///< window title; also names the images
    unsigned width = 1280;        ///< of the picture, in pixels
    unsigned height = 720;

    /// Runs without a display: no window, a fixed time step, and image files instead of visible
    /// frames.
    bool headless = false;
    unsigned frames = 0;  ///< last frame; 0: when the window closes, headless 240
    /// Frames made before the run was resumed. Frame numbers continue after them, and `frames`
    /// includes them.
    unsigned frames_done = 0;
    /// Headless: write an image every N frames, and of the last; 0: no images; nullopt: four in
    /// all.
    std::optional<unsigned> every{};
    /// Headless: true if there will be a recording (App::record), so that pictures are drawn even
    /// without images.
    bool is_recorded = false;
    std::filesystem::path out = "out";  ///< the images' folder

    /// The compute device, as for Device::open. "auto" selects the GPU that draws, else the
    /// default; see interop::device_for. If it names a CUDA device, headless pictures are drawn on
    /// that device too.
    std::string device = "auto";
    interop::Sharing sharing = interop::Sharing::automatic;  ///< how kernels and OpenGL share

    double time_step = 1.0 / 60.0;   ///< simulated time per step, in the simulation's unit
    double steps_per_second = 60.0;  ///< steps per second of playback, at speed 1
    unsigned seed = 1;               ///< for the random numbers of the initial state

    /// Parameter values by name, applied when a panel gets parameters of that name.
    std::vector<std::pair<std::string, std::string>> settings{};
    /// The program's own flags, in addition to those for the options above.
    std::vector<Flag> flags{};

    /// Shows the panel in a window. Without it, the window binds only the Escape key.
    bool has_panel = true;
    /// Called when Escape closes the window; the window's own close button does not call it.
    std::function<void()> on_escape{};
    /// Action of Escape in the help.
    std::string escape_action = "close the window";
};

/// An invalid option. It ends a program with status 2; every other error ends it with 1; see run().
/// A program throws it for invalid values of its own flags: WrongOption("--boids", "must be at
/// least 1").
class WrongOption : public Error {
public:
    WrongOption(std::string_view flag, std::string_view reason)
        : Error(ErrorCode::invalid_argument, InputPlace{std::string(flag)}, reason) {}
    explicit WrongOption(const Error& error) : Error(error) {}
};

}  // namespace glint::app
