// SPDX-License-Identifier: MIT
#include <glint/studio/run/run_headless.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/run/detail/schedule.hpp>

namespace glint::studio {
namespace {

class HeadlessLoop {
public:
    HeadlessLoop(Simulation& simulation, const HeadlessOptions& options)
        : simulation_(simulation),
          options_(options),
          watch_(simulation, options.stops_at_limits
                                 ? limits_of(simulation.declaration(), options.limits)
                                 : std::vector<Limit>()) {
        name_columns();
        if (options.check_every.value_or(0) > 0)
            schedule_.add(*options.check_every, [this] { return is_finite_state(); });
        if (options.sample_every > 0)
            schedule_.add(options.sample_every, [this] { return sample(); });
    }

    HeadlessRun run() && {
        const std::uint64_t end = simulation_.now().number + options_.steps;
        while (simulation_.now().number < end && advance(end - simulation_.now().number));
        if (run_.monitors.steps.empty() || run_.monitors.steps.back() != simulation_.now().number)
            sample();
        if (!options_.check_every) is_finite_state();
        return std::move(run_);
    }

private:
    void name_columns() {
        for (const Derived& each : simulation_.declaration().derived)
            if (each.is_monitor()) run_.monitors.names.push_back(each.function);
        run_.monitors.columns.resize(run_.monitors.names.size());
    }

    bool advance(std::uint64_t steps) {
        constexpr std::uint64_t kMax = std::numeric_limits<unsigned>::max();
        return schedule_.advance(simulation_, static_cast<unsigned>(std::min(steps, kMax)));
    }

    bool is_finite_state() {
        if (!run_.finding) run_.finding = watch_.check_numbers();
        return !run_.finding;
    }

    bool sample() {
        const std::vector<std::optional<double>> values = simulation_.monitors();
        MonitorTable& table = run_.monitors;
        table.steps.push_back(simulation_.now().number);
        table.times.push_back(simulation_.now().time);
        auto column = table.columns.begin();
        for (const std::optional<double>& value : values)
            if (value) (column++)->push_back(*value);
        if (!run_.finding) run_.finding = watch_.check_limits(values);
        return !run_.finding;
    }

    Simulation& simulation_;
    const HeadlessOptions& options_;
    Watch watch_;
    Schedule schedule_;
    HeadlessRun run_;
};

}  // namespace

const std::vector<double>& MonitorTable::column(std::string_view name) const {
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        throw Error(ErrorCode::not_found, fmt::format("find monitor '{}'", name),
                    "monitor not found" + text::known_names(name, names));
    return columns[static_cast<std::size_t>(found - names.begin())];
}

HeadlessRun run_headless(Simulation& simulation, const HeadlessOptions& options) {
    return HeadlessLoop(simulation, options).run();
}

}  // namespace glint::studio
