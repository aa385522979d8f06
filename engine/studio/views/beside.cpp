#include <glint/studio/views/beside.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>

namespace glint::studio {
namespace {

std::vector<ParameterSet> copies(std::span<const ParameterSet> sets) {
    return {sets.begin(), sets.end()};
}

void pass_on(const ParameterSet& before, const ParameterSet& now, ParameterSet& to) {
    for (const Parameter& parameter : now.list()) {
        const std::string value = now.text(parameter);
        const auto old = std::ranges::find(before.list(), parameter.name, &Parameter::name);
        const bool is_changed = old != before.list().end() && before.text(*old) != value;
        const auto theirs = std::ranges::find(to.list(), parameter.name, &Parameter::name);
        if (!is_changed || theirs == to.list().end() || theirs->type != parameter.type) continue;
        try {
            to.set_text(parameter.name, value);
        } catch (const Error& error) {  // its range is another one
            log::warning(error.what());
        }
    }
}

std::string caption(const Simulation& simulation, StepTimer& timer) {
    const std::string name = simulation.file().filename().string();
    const auto time = timer.step_time();
    return time ? fmt::format("{}   {:.3g} ms a step", name, time->count() * 1e3) : name;
}

}  // namespace

StepTimer::StepTimer(Simulation& simulation)
    : simulation_(&simulation),
      older_{Event(simulation.stream().device()), Event(simulation.stream().device())},
      newest_{Event(simulation.stream().device()), Event(simulation.stream().device())} {}

// Where the device is behind, the newest steps are measured again and again, and the older ones
// tell meanwhile.
void StepTimer::advance(unsigned steps) {
    (void)step_time();
    if (steps == 0) return;
    if (older_.steps == 0) std::swap(older_, newest_);
    simulation_->stream().record(newest_.start);
    simulation_->advance(steps);
    simulation_->stream().record(newest_.stop);
    newest_.steps = steps;
}

void StepTimer::take(Measurement& from) {
    if (from.steps == 0 || !from.stop.is_done()) return;
    const Seconds time = elapsed(from.start, from.stop) / std::exchange(from.steps, 0u);
    const bool is_near = last_ && time < 2 * *last_ && *last_ < 2 * time;
    last_ = is_near ? 0.9 * *last_ + 0.1 * time : time;
}

std::optional<Seconds> StepTimer::step_time() {
    take(older_);
    take(newest_);
    return last_;
}

Beside::Beside(Viewer& viewer, Simulation& first, Simulation& second)
    : viewer_(&viewer),
      first_(&first),
      second_(&second),
      first_timer_(first),
      second_timer_(second),
      live_(second.stream().device(), second.file(), second.code().text()),
      before_(copies(first.parameters())) {
    viewer.compare(second);
}

void Beside::advance(unsigned steps) {
    pass_on_parameters();
    first_timer_.advance(steps);
    second_->stream().wait(first_->stream());
    second_timer_.advance(steps);
    first_->stream().wait(second_->stream());
}

void Beside::set_captions() {
    viewer_->pane(0).set_caption(caption(*first_, first_timer_));
    viewer_->pane(1).set_caption(caption(*second_, second_timer_));
}

void Beside::pass_on_parameters() {
    for (const ParameterSet& now : first_->parameters())
        for (const ParameterSet& before : before_)
            for (ParameterSet& to : second_->parameters())
                if (now.struct_name() == before.struct_name() &&
                    now.struct_name() == to.struct_name())
                    pass_on(before, now, to);
    keep_parameters();
}

void Beside::keep_parameters() { before_ = copies(first_->parameters()); }

void Beside::reload() {
    const std::string before = live_.error();
    std::optional<Code> code = live_.poll();
    if (!live_.error().empty() && live_.error() != before) log::error(live_.error());
    if (!code) return;
    try {
        for (const std::string& change : second_->adopt(std::move(*code))) log::info(change);
        viewer_->look_again();
        log::info(fmt::format("{}: in use now", second_->file().string()));
    } catch (const Error& error) {
        log::error(error.what());
    }
}

}  // namespace glint::studio
