// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <glint/studio/run/simulation.hpp>
#include <glint/studio/views/viewer.hpp>

/// What the panel has of a simulation besides its parameters, drawn with Dear ImGui.
namespace glint::studio {

/// What is shown, how, and what was picked.
void draw_view_widgets(Viewer& viewer);

/// The last values of each monitor, as curves.
class MonitorPlots {
public:
    /// Once for each step at most: later values of one step replace the former.
    void add(std::uint64_t step, const std::vector<std::optional<double>>& values);
    void clear();

    void draw(const Declaration& declaration) const;

private:
    struct Curve {
        std::vector<float> values;  // the last ones, the oldest first
        double last = 0;
    };
    std::vector<Curve> curves_;  // by derived
    std::optional<std::uint64_t> step_;
};

}  // namespace glint::studio
