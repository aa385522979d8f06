// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <glint/studio/run/simulation.hpp>
#include <glint/studio/views/viewer.hpp>

/// Panel widgets of a simulation, except the widgets of its parameters. Dear ImGui draws them.
namespace glint::studio {

/// Draws the view settings and the picked element.
void draw_view_widgets(Viewer& viewer);

/// The recent values of each monitor, as curves.
class MonitorPlots {
public:
    /// Adds the values at a step. Later values for the same step replace earlier values.
    void add(std::uint64_t step, const std::vector<std::optional<double>>& values);
    void clear();

    void draw(const Declaration& declaration) const;

private:
    struct Curve {
        std::vector<float> values;  // recent values, oldest first
        double last = 0;
    };
    std::vector<Curve> curves_;  // indexed as Declaration::derived
    std::optional<std::uint64_t> step_;
};

}  // namespace glint::studio
