#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace glint::app {

/// How a program runs: in a window, or headless and unattended.
struct AppOptions {
    std::string title = "glint";  ///< of the window; also names the images
    unsigned width = 1280;        ///< of the picture, in pixels
    unsigned height = 720;

    /// Without a display: no window, a fixed time step, images instead of frames to look at.
    bool headless = false;
    unsigned frames = 0;  ///< stop after so many; 0: when the window closes, headless after 240
    unsigned every = 0;   ///< headless: an image each so many frames; 0: four in all
    std::filesystem::path out = "out";  ///< the images' folder
    int cuda_ordinal = -1;  ///< draw headless on this CUDA device; -1: on any GPU, else Mesa

    double time_step = 1.0 / 60.0;   ///< simulated time of one step, in the simulation's unit
    double steps_per_second = 60.0;  ///< steps for each second watched, at speed 1

    /// Parameter values by name, applied when a panel gets parameters of that name.
    std::vector<std::pair<std::string, std::string>> settings{};
};

}  // namespace glint::app
