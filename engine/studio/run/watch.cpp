// SPDX-License-Identifier: MIT
#include <glint/studio/run/watch.hpp>

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/studio/run/probe.hpp>

namespace glint::studio {

Watch::Watch(Simulation& simulation, std::vector<Limit> limits)
    : simulation_(&simulation), limits_(std::move(limits)) {}

std::optional<Finding> Watch::check_numbers() {
    if (!numbers_) numbers_.emplace(simulation_->stream().device());
    const std::vector<NonFinite> found = numbers_->find(*simulation_);
    if (found.empty()) return std::nullopt;
    return Finding{.text = to_text(*simulation_, found.front()),
                   .structure = found.front().place.structure,
                   .at = found.front().at};
}

std::optional<Finding> Watch::check_limits(const std::vector<std::optional<double>>& values) {
    const Limit* left = find_left(limits_, values);
    if (!left) return std::nullopt;
    if (!std::isfinite(*values[left->derived]))
        if (auto found = check_numbers()) return found;
    const Declaration& declaration = simulation_->declaration();
    const Derived& monitor = declaration.derived[left->derived];
    Finding finding{.text = *left_limits(declaration, limits_, values, simulation_->now().number),
                    .structure = monitor.over};
    if (monitor.is_extreme())
        finding.at = simulation_->find_value(left->derived, *values[left->derived]);
    if (finding.at)
        finding.text += ", at " + element_name(declaration.structures[monitor.over], *finding.at);
    return finding;
}

void Watch::refresh_limits() {
    const Declaration& declaration = simulation_->declaration();
    std::vector<std::string> kept;
    for (const Limit& limit : limits_) {
        if (limit.given.empty()) continue;
        try {
            (void)limits_of(declaration, {limit.given});
            kept.push_back(limit.given);
        } catch (const Error&) {  // the monitor no longer exists
        }
    }
    limits_ = limits_of(declaration, kept);
}

}  // namespace glint::studio
