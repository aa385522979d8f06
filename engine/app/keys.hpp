// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/gl/events.hpp>

namespace glint::app {

/// Binds a key press to an action.
struct KeyBinding {
    gl::Key key;  ///< letters: by the label on the user's keyboard
    gl::Modifiers modifiers{};
    std::string action;  ///< for the help: "pause or resume"
    std::function<void()> act;
    bool repeats = false;    ///< true if holding the key down repeats the action
    char32_t character = 0;  ///< a character with the same action, on any layout: '?'
    std::string shown_as{};  ///< the key in the help, for example "1 to 9"; empty: its name
};

/// A program's key bindings, and its help for keys and mouse. The same bindings handle the keys and
/// fill the help, so the help is always accurate.
class Keys {
public:
    /// Throws Error(invalid_argument) if the key is already bound.
    void add(std::string_view group, KeyBinding binding);
    /// Adds a help row for input handled elsewhere: the mouse, and keys that are held down.
    void describe(std::string_view group, std::string keys, std::string action);

    /// Runs the action that the key is bound to. Returns true if it is bound.
    bool press(const gl::KeyEvent& event) const;
    bool type(char32_t character) const;

    /// One row per action, for example "Ctrl+Y, Ctrl+Shift+Z" and "redo".
    struct Row {
        std::string keys;
        std::string action;
    };
    struct Group {
        std::string title;
        std::vector<Row> rows;
    };
    /// Groups in the order in which they were first used.
    std::span<const Group> groups() const noexcept { return groups_; }

private:
    std::vector<KeyBinding> bindings_;
    std::vector<Group> groups_;
};

/// Returns for example "Ctrl+Shift+Z" or "Page Up".
std::string to_string(gl::Key key, const gl::Modifiers& modifiers = {});

}  // namespace glint::app
