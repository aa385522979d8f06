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

/// A line over the lower edge of a window's picture: the step and its time, the speed, the memory,
/// an error if there is one, and a bar for each pass of a step, as wide as its share of the time.
class StatusBar {
public:
    /// Records the start of a frame, to measure the speed.
    void begin_frame(const Simulation& simulation);

    /// Draws the bar with Dear ImGui. `wrong` is empty if there is no error. `recording` is empty
    /// if nothing is recorded, and else is shown after a red dot.
    void draw(Simulation& simulation, const std::string& wrong, const std::string& recording = {});

    double frame_ms() const noexcept { return frame_ms_; }  ///< smoothed; 0 at first
    double steps_per_second() const noexcept { return steps_per_second_; }

private:
    using Clock = std::chrono::steady_clock;

    std::string text_of(const Simulation& simulation) const;

    Clock::time_point frame_began_{};
    Clock::time_point counted_since_{};
    std::uint64_t counted_from_ = 0;  ///< the step at that time
    double frame_ms_ = 0;
    double steps_per_second_ = 0;
    DeviceMemoryUse memory_{};  ///< updated from time to time
};

/// Returns the start and end of the bar for each time, in a timeline of this width. Bars are as
/// wide as their share of the total time.
std::vector<std::pair<float, float>> shares_of(const std::vector<PassTime>& times, float width);

}  // namespace glint::studio
