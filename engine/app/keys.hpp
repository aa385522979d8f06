// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/gl/events.hpp>

namespace glint::app {

/// What a key does when it is pressed.
struct KeyBinding {
    gl::Key key;  ///< of a letter: the one with this letter on the user's keyboard
    gl::Modifiers modifiers{};
    std::string action;  ///< for the help: "pause or resume"
    std::function<void()> act;
    bool repeats = false;    ///< whether holding it down does it again and again
    char32_t character = 0;  ///< one that does the same, wherever the keyboard has it: '?'
    std::string shown_as{};  ///< what the help calls the key, as in "1 to 9"; empty: by its name
};

/// The keys of a program, and what its help says of them and of the mouse. Whatever a key does
/// stands here alone: what handles it is what is shown.
class Keys {
public:
    /// Throws Error(invalid_argument) if the key does something already.
    void add(std::string_view group, KeyBinding binding);
    /// A row of the help for what is handled elsewhere: the mouse, and keys that are held down.
    void describe(std::string_view group, std::string keys, std::string action);

    /// Does what the key is bound to, if it is. Whether it is.
    bool press(const gl::KeyEvent& event) const;
    bool type(char32_t character) const;

    /// A row for each thing that can be done: "Ctrl+Y, Ctrl+Shift+Z" and "redo".
    struct Row {
        std::string keys;
        std::string action;
    };
    struct Group {
        std::string title;
        std::vector<Row> rows;
    };
    /// In the order in which they were first named.
    std::span<const Group> groups() const noexcept { return groups_; }

private:
    std::vector<KeyBinding> bindings_;
    std::vector<Group> groups_;
};

/// "Ctrl+Shift+Z", "Page Up".
std::string to_string(gl::Key key, const gl::Modifiers& modifiers = {});

}  // namespace glint::app
