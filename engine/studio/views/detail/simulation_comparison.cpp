// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/simulation_comparison.hpp>

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
        } catch (const Error& error) {  // the second file declares another range
            log::warning(error.what());
        }
    }
}

std::string caption(const Simulation& simulation, AdvanceTimer& timer) {
    const std::string name = simulation.file().filename().string();
    const auto time = timer.step_time();
    return time ? fmt::format("{}   {:.3g} ms per step", name, time->count() * 1e3) : name;
}

}  // namespace

SimulationComparison::SimulationComparison(Viewer& viewer, Simulation& first, Simulation& second)
    : viewer_(&viewer),
      first_(&first),
      second_(&second),
      first_timer_(first),
      second_timer_(second),
      live_(second.stream().device(), second.file(), second.code().text(), second.code_options()),
      before_(copies(first.parameters())) {
    viewer.compare(second);
}

void SimulationComparison::begin_steps() {
    pass_on_parameters();
    first_timer_.begin();
}

void SimulationComparison::end_steps(unsigned steps) {
    first_timer_.end(steps);
    second_->stream().wait(first_->stream());
    second_timer_.begin();
    second_->advance(steps);
    second_timer_.end(steps);
    first_->stream().wait(second_->stream());
}

void SimulationComparison::set_captions() {
    viewer_->pane(0).set_caption(caption(*first_, first_timer_));
    viewer_->pane(1).set_caption(caption(*second_, second_timer_));
}

void SimulationComparison::pass_on_parameters() {
    for (const ParameterSet& now : first_->parameters())
        for (const ParameterSet& before : before_)
            for (ParameterSet& to : second_->parameters())
                if (now.struct_name() == before.struct_name() &&
                    now.struct_name() == to.struct_name())
                    pass_on(before, now, to);
    note_parameters();
}

void SimulationComparison::note_parameters() { before_ = copies(first_->parameters()); }

void SimulationComparison::reload() {
    const bool was_compiling = live_.is_compiling();
    std::optional<Code> code = live_.poll();
    if (was_compiling && !live_.is_compiling() && !code) log::error(live_.refusal()->what);
    if (!code) return;
    try {
        for (const std::string& change : second_->adopt(std::move(*code))) log::info(change);
        viewer_->refresh_views();
        log::info(fmt::format("{}: the new version is in use", second_->file().string()));
    } catch (const Error& error) {
        log::error(error.what());
    }
}

}  // namespace glint::studio
