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
    gl::Key key;  ///< for letters: the key that has this letter in the user's layout
    gl::Modifiers modifiers{};
    std::string action;  ///< what the key does, for the help: "pause or resume"
    std::function<void()> act;
    bool repeats = false;    ///< true: while the key is down, the action is repeated
    char32_t character = 0;  ///< character that also runs the action, such as '?'
    std::string shown_as{};  ///< name of the key in the help: "1 to 9"; empty: usual name
};

/// The key bindings of a program, and the help for keys and mouse. The help is generated from the
/// bindings, so it always matches them.
class Keys {
public:
    /// Adds a binding and a row in the help. Throws Error(invalid_argument) if the key is already
    /// bound.
    void add(std::string_view group, KeyBinding binding);
    /// Adds only a row in the help, for input that other code handles, such as the mouse.
    void describe(std::string_view group, std::string keys, std::string action);

    /// Run the action of a key or a character. Both functions return true if the key or character
    /// is bound, else false.
    bool press(const gl::KeyEvent& event) const;
    bool type(char32_t character) const;

    /// A row in the help: the keys and their action, for example "Ctrl+Y, Ctrl+Shift+Z" and "redo".
    struct Row {
        std::string keys;
        std::string action;
    };
    struct Group {
        std::string title;
        std::vector<Row> rows;
    };
    /// Returns the groups of the help, in the order of their first use.
    std::span<const Group> groups() const noexcept { return groups_; }

private:
    std::vector<KeyBinding> bindings_;
    std::vector<Group> groups_;
};

/// Returns the name of a key, for example "Ctrl+Shift+Z" or "Page Up".
std::string to_string(gl::Key key, const gl::Modifiers& modifiers = {});

}  // namespace glint::app
