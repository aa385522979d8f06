// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>

namespace glint::gl {

/// A key, identified by its position on a US keyboard. The values are GLFW's. For letters and
/// digits, the value is the upper-case ASCII code, for example `Key('A')`.
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

/// The user typed a character: one Unicode code point.
struct CharacterEvent {
    char32_t code_point;
};

/// A button was pressed or released. The position is in framebuffer pixels from the upper left
/// corner.
struct MouseButtonEvent {
    MouseButton button;
    Action action;
    Modifiers modifiers;
    double x_px;
    double y_px;
};

/// The mouse moved to (x, y), in framebuffer pixels from the upper left corner. (dx, dy) is the
/// movement since the previous MouseMoveEvent. y and dy grow downward.
struct MouseMoveEvent {
    double x_px;
    double y_px;
    double dx_px;
    double dy_px;
};

/// The mouse wheel moved by this number of steps; `dy` is positive if the wheel turns away from the
/// user.
struct ScrollEvent {
    double dx;
    double dy;
};

/// The framebuffer has a new size.
struct ResizeEvent {
    int width_px;
    int height_px;
};

using Event = std::variant<KeyEvent, CharacterEvent, MouseButtonEvent, MouseMoveEvent, ScrollEvent,
                           ResizeEvent>;

}  // namespace glint::gl
