// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <glint/studio/run/field.hpp>
#include <glint/studio/run/simulation.hpp>

// Helpers that read the values reported by simulations.
namespace glint::test {

inline std::vector<float> field(studio::Simulation& simulation, const char* name) {
    return simulation.field<float>(name).to_vector();
}

inline double mean(const std::vector<float>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Value of the monitor that `function` of the file computes.
inline double monitor(studio::Simulation& simulation, const std::string& function) {
    const auto& derived = simulation.declaration().derived;
    const auto found =
        std::ranges::find(derived, function, [](const auto& each) { return each.function; });
    return simulation.monitors().at(static_cast<std::size_t>(found - derived.begin())).value();
}

}  // namespace glint::test
