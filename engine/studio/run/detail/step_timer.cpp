// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/step_timer.hpp>

#include <algorithm>

namespace glint::studio {
namespace {

constexpr double kShownRest = 0.05;  // minimum share of the step's time to list "other"
constexpr const char* kRest = "other";

void add(std::vector<PassTime>& times, const std::string& name, double ms) {
    const auto found = std::ranges::find(times, name, &PassTime::name);
    if (found == times.end())
        times.push_back({name, ms});
    else
        found->ms += ms;
}

}  // namespace

void StepTimer::ask() {
    (void)times();
    is_requested_ = !is_pending_;
}

std::size_t StepTimer::record(Stream& stream) {
    if (used_ == events_.size()) events_.emplace_back(device_);
    stream.record(events_[used_]);
    return used_++;
}

void StepTimer::begin_step(Stream& stream, unsigned steps) {
    if (!is_requested_) return;
    is_requested_ = false;
    is_measuring_ = true;
    steps_ = steps;
    used_ = 0;
    intervals_.clear();
    record(stream);
}

void StepTimer::end_step(Stream& stream) {
    if (!is_measuring_) return;
    record(stream);
    is_measuring_ = false;
    is_pending_ = true;
}

void StepTimer::begin_pass(Stream& stream, const std::string& name) {
    if (is_measuring_ && weight_ > 0) intervals_.push_back({name, weight_, record(stream)});
}

void StepTimer::end_pass(Stream& stream) {
    if (is_measuring_ && weight_ > 0) record(stream);
}

double StepTimer::ms_between(std::size_t first, std::size_t last) const {
    return 1e3 * elapsed(events_[first], events_[last]).count() / steps_;
}

const std::vector<PassTime>& StepTimer::times() {
    if (is_pending_ && events_[used_ - 1].is_done()) read();
    return times_;
}

void StepTimer::read() {
    is_pending_ = false;
    times_.clear();
    double sum = 0;
    for (const auto& [name, weight, event] : intervals_) {
        const double ms = weight * ms_between(event, event + 1);
        add(times_, name, ms);
        sum += ms;
    }
    const double whole = ms_between(0, used_ - 1);
    if (whole - sum > kShownRest * whole) times_.push_back({kRest, whole - sum});
}

}  // namespace glint::studio
