// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/run/simulation.hpp>
#include <glint/studio/window/presets.hpp>

namespace glint::studio {

/// The widget that saves, loads, removes, and compares presets, drawn with Dear ImGui.
class PresetPanel {
public:
    explicit PresetPanel(const Simulation& simulation) : presets_(simulation.file()) {}

    void draw(Simulation& simulation);

private:
    void draw_choice(Simulation& simulation);
    void draw_saving(Simulation& simulation);
    void draw_flip(Simulation& simulation);
    void draw_table(Simulation& simulation) const;
    void choose(const std::string& name);
    /// Runs `act`; an error replaces the previous message.
    template <class Act>
    void attempt(const Act& act);

    Presets presets_;
    std::vector<std::string> names_;
    std::array<char, 64> name_{};  ///< text in the input field
    std::optional<std::string> chosen_;
    Preset preset_;             ///< the chosen preset, as it was read
    std::optional<Flip> flip_;  ///< switches between the preset and the previous values
    bool is_sure_ = false;      ///< true if the button shows "Confirm"
    std::string message_;       ///< an error, or warnings about the preset
};

}  // namespace glint::studio
