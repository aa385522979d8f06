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

/// A flag of a program's own, which fills one of its variables:
///
///     unsigned boids = 20'000;
///     glint::app::run({.flags = {{"boids", &boids, "how many there are"}}}, argc, argv, ...);
struct Flag {
    /// The types that a flag's value can have. A bool is a switch: `--trails` makes it true,
    /// `--trails=false` false.
    using Variable = std::variant<bool*, int*, unsigned*, std::int64_t*, std::uint64_t*, float*,
                                  double*, std::string*, std::filesystem::path*>;

    std::string name;   ///< "boids" for --boids
    Variable variable;  ///< holds the default, which --help shows
    std::string help;
};

/// Frames of a headless run that does not say how many.
inline constexpr unsigned kDefaultFrames = 240;

/// How a program runs: in a window, or headless and unattended.
struct AppOptions {
    std::string title = "glint";  ///< of the window; also names the images
    unsigned width = 1280;        ///< of the picture, in pixels
    unsigned height = 720;

    /// Without a display: no window, a fixed time step, images instead of frames to look at.
    bool headless = false;
    unsigned frames = 0;  ///< stop after so many; 0: when the window closes, headless after 240
    /// Frames of the same run that were made before: numbers go on behind them, also those up to
    /// which `frames` counts.
    unsigned frames_done = 0;
    /// Headless: an image each so many frames, and of the last; 0: none; nothing: four in all.
    std::optional<unsigned> every{};
    /// Headless: whether there will be a recording (App::record), for which pictures are drawn even
    /// if there are no images.
    bool is_recorded = false;
    std::filesystem::path out = "out";  ///< the images' folder

    /// Where to compute, as Device::open takes it; "auto": on the GPU that draws, else see
    /// interop::device_for. A CUDA device that is named also draws what is headless.
    std::string device = "auto";
    interop::Sharing sharing = interop::Sharing::automatic;  ///< how kernels and OpenGL share

    double time_step = 1.0 / 60.0;   ///< simulated time of one step, in the simulation's unit
    double steps_per_second = 60.0;  ///< steps for each second watched, at speed 1
    unsigned seed = 1;               ///< of the random numbers of the initial state

    /// Parameter values by name, applied when a panel gets parameters of that name.
    std::vector<std::pair<std::string, std::string>> settings{};
    /// The program's own flags, beside those for the above.
    std::vector<Flag> flags{};

    /// Shows the panel in a window. Without it, the window binds no key but Escape.
    bool has_panel = true;
    /// Called when Escape closes the window; the window's own close button does not call it.
    std::function<void()> on_escape{};
    /// Action of Escape in the help.
    std::string escape_action = "close the window";
};

/// An option that cannot be as it is. A program ends with status 2 because of it, and with 1
/// because of every other error; see run(). A program throws it for what its own flags may not
/// say: WrongOption("--boids", "there has to be one").
class WrongOption : public Error {
public:
    WrongOption(std::string_view flag, std::string_view reason)
        : Error(ErrorCode::invalid_argument, flag, reason) {}
    explicit WrongOption(const Error& error) : Error(error) {}
};

}  // namespace glint::app
