#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glint/interop/sharing.hpp>

namespace glint::app {

/// How a program runs: in a window, or headless and unattended.
struct AppOptions {
    std::string title = "glint";  ///< of the window; also names the images
    unsigned width = 1280;        ///< of the picture, in pixels
    unsigned height = 720;

    /// Without a display: no window, a fixed time step, images instead of frames to look at.
    bool headless = false;
    unsigned frames = 0;  ///< stop after so many; 0: when the window closes, headless after 240
    /// Headless: an image each so many frames, and of the last; 0: none; nothing: four in all.
    std::optional<unsigned> every{};
    std::filesystem::path out = "out";  ///< the images' folder

    /// Where to compute, as Device::open takes it; "auto": on the GPU that draws, else see
    /// interop::device_for. A CUDA device that is named also draws what is headless.
    std::string device = "auto";
    interop::Sharing sharing = interop::Sharing::automatic;  ///< how kernels and OpenGL share

    double time_step = 1.0 / 60.0;   ///< simulated time of one step, in the simulation's unit
    double steps_per_second = 60.0;  ///< steps for each second watched, at speed 1

    /// Parameter values by name, applied when a panel gets parameters of that name.
    std::vector<std::pair<std::string, std::string>> settings{};
};

}  // namespace glint::app
