#include <glint/studio/run/schedule.hpp>

#include <algorithm>
#include <utility>

#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

void Schedule::add(std::uint64_t every, Act act) { entries_.push_back({every, std::move(act)}); }

unsigned Schedule::steps_to_next(std::uint64_t step, unsigned most) const {
    std::uint64_t steps = most;
    for (const Entry& entry : entries_) steps = std::min(steps, entry.every - step % entry.every);
    return static_cast<unsigned>(steps);
}

bool Schedule::act_at(std::uint64_t step) {
    bool goes_on = true;
    for (const Entry& entry : entries_)
        if (step % entry.every == 0) goes_on = entry.act() && goes_on;
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
