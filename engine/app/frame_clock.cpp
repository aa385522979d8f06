// SPDX-License-Identifier: MIT
#include <glint/app/frame_clock.hpp>

#include <algorithm>

namespace glint::app {
namespace {

constexpr Seconds kLongestFrame{0.1};

}  // namespace

unsigned FrameClock::steps(Seconds frame_time, RunControls& controls) {
    if (controls.paused) {
        owed_ = 0;
        const bool once = controls.step_once;
        controls.step_once = false;
        return once ? 1 : 0;
    }
    owed_ += std::min(frame_time, kLongestFrame).count() * steps_per_second_ *
             static_cast<double>(controls.speed);
    const auto whole = static_cast<unsigned>(owed_);
    owed_ -= whole;
    return whole;
}

}  // namespace glint::app
