// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/advance_timer.hpp>

#include <algorithm>
#include <utility>

namespace glint::studio {
namespace {

constexpr std::size_t kMeasurements = 15;

}  // namespace

AdvanceTimer::AdvanceTimer(Simulation& simulation) : simulation_(&simulation) {
    const Device& device = simulation.stream().device();
    for (std::size_t i = 0; i < kMeasurements; ++i)
        measurements_.push_back({Event(device), Event(device)});
}

// Starts a measurement. If all measurements still wait for the device, overwrites the newest one.
void AdvanceTimer::begin() {
    collect();
    const auto free = std::ranges::find(measurements_, 0u, &Measurement::steps);
    if (free != measurements_.end())
        newest_ = static_cast<std::size_t>(free - measurements_.begin());
    simulation_->stream().record(measurements_[newest_].start);
}

void AdvanceTimer::end(unsigned steps) {
    simulation_->stream().record(measurements_[newest_].stop);
    measurements_[newest_].steps = steps;
}

void AdvanceTimer::collect() {
    for (auto& [start, stop, steps] : measurements_)
        if (steps > 0 && stop.is_done())
            last_.push_back(elapsed(start, stop) / std::exchange(steps, 0u));
    if (last_.size() > kMeasurements)
        last_.erase(last_.begin(), last_.end() - static_cast<std::ptrdiff_t>(kMeasurements));
}

std::optional<Seconds> AdvanceTimer::step_time() {
    collect();
    if (last_.empty()) return std::nullopt;
    std::vector<Seconds> sorted = last_;
    std::ranges::sort(sorted);
    return sorted[sorted.size() / 2];
}

}  // namespace glint::studio
