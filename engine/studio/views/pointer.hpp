// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include <glint/gl/events.hpp>
#include <glint/gl/rectangle.hpp>

namespace glint::studio {

/// A frame's mouse as one pane gets it. All places are from the pane's upper left corner.
struct PaneInput {
    struct Scroll {
        double steps;
        glm::dvec2 at_px;
    };
    std::vector<gl::MouseButtonEvent> buttons;
    std::array<std::vector<gl::MouseMoveEvent>, 3> moves;  ///< while this gl::MouseButton was down
    std::vector<Scroll> scrolls;
    bool is_dragged = false;  ///< whether the left button is down at the frame's end

    const std::vector<gl::MouseMoveEvent>& moves_with(gl::MouseButton button) const {
        return moves[static_cast<std::size_t>(button)];
    }
};

/// Gives the mouse of a window to its panes: to the one under it, and a drag to the one where it
/// began until all buttons are up. Buttons beyond the third are nobody's.
class Pointer {
public:
    /// What each pane gets of a frame's events; `is_left_down` is known at the frame's end.
    std::vector<PaneInput> share(std::span<const gl::Event> events,
                                 std::span<const gl::Rectangle> panes, bool is_left_down);

    /// The pane where a button went down last.
    std::optional<std::size_t> pressed() const noexcept { return pressed_; }

private:
    void press(const gl::MouseButtonEvent& event, std::span<const gl::Rectangle> panes);
    std::optional<std::size_t> target(std::span<const gl::Rectangle> panes) const;

    std::array<bool, 3> is_down_{};
    std::optional<std::size_t> owner_;  // of the drag under way
    std::optional<std::size_t> pressed_;
    glm::dvec2 cursor_{};
};

}  // namespace glint::studio
