// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>

namespace glint::gl {

/// A key by its position on a US keyboard. Letters and digits are their upper-case ASCII codes:
/// `Key('A')`. The values are GLFW's.
enum class Key : int {
    space = 32,
    escape = 256,
    enter,
    tab,
    backspace,
    insert,
    del,
    right,
    left,
    down,
    up,
    page_up,
    page_down,
    home,
    end,
    f1 = 290,
    f2,
    f3,
    f4,
    f5,
    f6,
    f7,
    f8,
    f9,
    f10,
    f11,
    f12,
};

enum class MouseButton : int { left, right, middle };

enum class Action { release, press, repeat };

struct Modifiers {
    bool shift = false;
    bool control = false;
    bool alt = false;

    friend bool operator==(const Modifiers&, const Modifiers&) = default;
};

struct KeyEvent {
    Key key;
    Action action;
    Modifiers modifiers;
};

/// Typed text: one Unicode code point.
struct CharacterEvent {
    char32_t code_point;
};

/// A button was pressed or released at this position in the framebuffer, from its top left.
struct MouseButtonEvent {
    MouseButton button;
    Action action;
    Modifiers modifiers;
    double x_px;
    double y_px;
};

/// The mouse moved to (x, y), from the top left, by (dx, dy) since the previous such event; y and
/// dy grow downward.
struct MouseMoveEvent {
    double x_px;
    double y_px;
    double dx_px;
    double dy_px;
};

/// Wheel steps; `dy` is positive away from the user.
struct ScrollEvent {
    double dx;
    double dy;
};

/// The framebuffer's new size.
struct ResizeEvent {
    int width_px;
    int height_px;
};

using Event = std::variant<KeyEvent, CharacterEvent, MouseButtonEvent, MouseMoveEvent, ScrollEvent,
                           ResizeEvent>;

}  // namespace glint::gl
