// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <glint/driver/device.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// A line over the lower edge of a window's picture. It shows the step and its time, the speed, the
/// memory, and any error. For each pass of a step, it also shows a bar whose width is the pass's
/// share of the time.
class StatusBar {
public:
    /// Records the start of a frame, to measure the speed.
    void begin_frame(const Simulation& simulation);

    /// Draws the status bar with Dear ImGui. `wrong` describes an error, or is empty. `recording`
    /// describes the current recording, or is empty. It is drawn after a red dot.
    void draw(Simulation& simulation, const std::string& wrong, const std::string& recording = {});

    double frame_ms() const noexcept { return frame_ms_; }  ///< smoothed; 0 at first
    double steps_per_second() const noexcept { return steps_per_second_; }

private:
    using Clock = std::chrono::steady_clock;

    std::string text_of(const Simulation& simulation) const;

    Clock::time_point frame_began_{};
    Clock::time_point counted_since_{};
    std::uint64_t counted_from_ = 0;  ///< step at `counted_since_`
    double frame_ms_ = 0;
    double steps_per_second_ = 0;
    DeviceMemoryUse memory_{};  ///< read again at each update of the speed
};

/// Divides a line of this width into one bar per time. The width of each bar is proportional to its
/// time. Returns the start and the end of each bar.
std::vector<std::pair<float, float>> shares_of(const std::vector<PassTime>& times, float width);

}  // namespace glint::studio
