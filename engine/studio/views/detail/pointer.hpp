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

/// A frame's mouse input for one pane. Positions are relative to the pane's upper left corner.
struct PaneInput {
    struct Scroll {
        double steps;
        glm::dvec2 at_px;
    };
    std::vector<gl::MouseButtonEvent> buttons;
    std::array<std::vector<gl::MouseMoveEvent>, 3> moves;  ///< indexed by gl::MouseButton
    std::vector<Scroll> scrolls;
    bool is_dragged = false;  ///< true if the left button is down at the end of the frame

    const std::vector<gl::MouseMoveEvent>& moves_with(gl::MouseButton button) const {
        return moves[static_cast<std::size_t>(button)];
    }
};

/// Routes a window's mouse input to the pane under the cursor. A drag stays with the pane where it
/// started until all buttons are up. Ignores buttons beyond the third.
class Pointer {
public:
    /// Splits a frame's events between the panes. `is_left_down` is the state of the left button at
    /// the end of the frame.
    std::vector<PaneInput> share(std::span<const gl::Event> events,
                                 std::span<const gl::Rectangle> panes, bool is_left_down);

    /// Returns the pane where a button was last pressed.
    std::optional<std::size_t> pressed() const noexcept { return pressed_; }

private:
    void press(const gl::MouseButtonEvent& event, std::span<const gl::Rectangle> panes);
    std::optional<std::size_t> target(std::span<const gl::Rectangle> panes) const;

    std::array<bool, 3> is_down_{};
    std::optional<std::size_t> owner_;  // pane that owns the current drag
    std::optional<std::size_t> pressed_;
    glm::dvec2 cursor_{};
};

}  // namespace glint::studio
