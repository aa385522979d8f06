// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/schedule.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

std::uint64_t Schedule::Entry::next_after(std::uint64_t step) const {
    if (every > 0) return step + (every - step % every);
    const auto next = std::ranges::upper_bound(steps, step);
    return next == steps.end() ? std::numeric_limits<std::uint64_t>::max() : *next;
}

bool Schedule::Entry::is_due(std::uint64_t step) const {
    return every > 0 ? step % every == 0 : std::ranges::binary_search(steps, step);
}

void Schedule::add(std::uint64_t every, Act act) {
    entries_.push_back({every, {}, std::move(act)});
}

void Schedule::add_at(std::vector<std::uint64_t> steps, Act act) {
    std::ranges::sort(steps);
    entries_.push_back({0, std::move(steps), std::move(act)});
}

unsigned Schedule::steps_to_next(std::uint64_t step, unsigned most) const {
    std::uint64_t steps = most;
    for (const Entry& entry : entries_) steps = std::min(steps, entry.next_after(step) - step);
    return static_cast<unsigned>(steps);
}

bool Schedule::act_at(std::uint64_t step) {
    bool goes_on = true;
    for (const Entry& entry : entries_)
        if (entry.is_due(step)) goes_on = entry.act() && goes_on;
    return goes_on;
}

bool Schedule::advance(Simulation& simulation, unsigned steps) {
    while (steps > 0) {
        const unsigned now = steps_to_next(simulation.now().number, steps);
        simulation.advance(now);
        steps -= now;
        if (!act_at(simulation.now().number)) return false;
    }
    return true;
}

}  // namespace glint::studio
