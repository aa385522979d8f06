// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {
namespace {

using FoundParameter = std::pair<const ParameterSet*, const Parameter*>;

/// Finds a parameter by a name such as "feed" or "Params.feed". Throws an error for an unknown or
/// ambiguous name.
FoundParameter find_parameter(std::span<const ParameterSet> sets, std::string_view name) {
    std::vector<FoundParameter> found;
    std::vector<std::string> known;
    for (const ParameterSet& set : sets)
        for (const Parameter& parameter : set.list()) {
            known.push_back(parameter.name);
            if (set.is_called(parameter, name)) found.emplace_back(&set, &parameter);
        }
    const std::string operation = fmt::format("find parameter '{}'", name);
    if (found.empty())
        throw Error(ErrorCode::not_found, operation,
                    "parameter not found" + text::known_names(name, known));
    if (found.size() > 1)
        throw Error(ErrorCode::invalid_argument, operation,
                    fmt::format("several structs have a parameter of this name. Write '{}' or '{}'",
                                found[0].first->full_name(*found[0].second),
                                found[1].first->full_name(*found[1].second)));
    return found.front();
}

void require_components(const Parameter& parameter, std::size_t components) {
    if (parameter.components == components) return;
    throw Error(ErrorCode::invalid_argument, fmt::format("use parameter '{}'", parameter.name),
                fmt::format("the parameter has {}, not {}",
                            text::counted(parameter.components, "component"), components));
}

}  // namespace

void Simulation::set(std::string_view name, std::initializer_list<double> values) {
    const auto [set, parameter] = find_parameter(parameters_, name);
    require_components(*parameter, values.size());
    ParameterSet& in = parameters_[static_cast<std::size_t>(set - parameters_.data())];
    const ParameterSet before = in;
    try {
        unsigned component = 0;
        for (const double value : values) in.set(*parameter, value, component++);
    } catch (const Error&) {
        in = before;
        throw;
    }
}

void Simulation::set(std::string_view name, std::string_view text) {
    const auto [set, parameter] = find_parameter(parameters_, name);
    parameters_[static_cast<std::size_t>(set - parameters_.data())].set_text(*parameter, text);
}

std::vector<double> Simulation::parameter_values(std::string_view name,
                                                 std::size_t components) const {
    const auto [set, parameter] = find_parameter(parameters_, name);
    require_components(*parameter, components);
    std::vector<double> values;
    for (unsigned i = 0; i < parameter->components; ++i) values.push_back(set->get(*parameter, i));
    return values;
}

void Simulation::refuse_type(std::string_view name, double value) {
    throw Error(ErrorCode::invalid_argument, fmt::format("get parameter '{}'", name),
                fmt::format("the requested type cannot represent the value {}", value));
}

bool Simulation::is_wanted(std::size_t pass) const {
    const std::string& condition = declaration().passes[pass].condition;
    if (condition.empty()) return true;
    return std::ranges::any_of(parameters_, [&](const ParameterSet& set) {
        return std::ranges::any_of(set.list(), [&](const Parameter& parameter) {
            return parameter.name == condition && set.get(parameter) != 0;
        });
    });
}

}  // namespace glint::studio
