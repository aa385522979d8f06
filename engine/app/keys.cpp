// SPDX-License-Identifier: MIT
#include <glint/app/keys.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::app {
namespace {

using gl::Key;

constexpr std::array kNames{std::pair(Key::space, "Space"),
                            std::pair(Key::escape, "Escape"),
                            std::pair(Key::enter, "Enter"),
                            std::pair(Key::tab, "Tab"),
                            std::pair(Key::backspace, "Backspace"),
                            std::pair(Key::insert, "Insert"),
                            std::pair(Key::del, "Delete"),
                            std::pair(Key::right, "Right"),
                            std::pair(Key::left, "Left"),
                            std::pair(Key::down, "Down"),
                            std::pair(Key::up, "Up"),
                            std::pair(Key::page_up, "Page Up"),
                            std::pair(Key::page_down, "Page Down"),
                            std::pair(Key::home, "Home"),
                            std::pair(Key::end, "End")};

std::string name_of(Key key) {
    const auto named = std::ranges::find(kNames, key, [](const auto& name) { return name.first; });
    if (named != kNames.end()) return named->second;
    const int code = static_cast<int>(key), f1 = static_cast<int>(Key::f1);
    if (code >= f1 && code <= static_cast<int>(Key::f12)) return fmt::format("F{}", code - f1 + 1);
    return code > 32 && code < 127 ? std::string(1, static_cast<char>(code))
                                   : fmt::format("key {}", code);
}

std::string keys_of(const KeyBinding& binding) {
    if (!binding.shown_as.empty()) return binding.shown_as;
    std::string keys = to_string(binding.key, binding.modifiers);
    if (binding.character > 32 && binding.character < 127)
        keys += fmt::format(", {}", static_cast<char>(binding.character));
    return keys;
}

}  // namespace

std::string to_string(gl::Key key, const gl::Modifiers& modifiers) {
    return fmt::format("{}{}{}{}", modifiers.control ? "Ctrl+" : "", modifiers.alt ? "Alt+" : "",
                       modifiers.shift ? "Shift+" : "", name_of(key));
}

void Keys::add(std::string_view group, KeyBinding binding) {
    for (const KeyBinding& other : bindings_)
        if (other.key == binding.key && other.modifiers == binding.modifiers)
            throw Error(ErrorCode::invalid_argument,
                        fmt::format("bind {}", to_string(binding.key, binding.modifiers)),
                        fmt::format("the key is already bound to '{}'", other.action));
    describe(group, keys_of(binding), binding.action);
    bindings_.push_back(std::move(binding));
}

void Keys::describe(std::string_view title, std::string keys, std::string action) {
    auto group = std::ranges::find(groups_, title, &Group::title);
    if (group == groups_.end()) group = groups_.insert(group, {std::string(title), {}});
    const auto same = std::ranges::find(group->rows, action, &Row::action);
    if (same == group->rows.end())
        group->rows.push_back({std::move(keys), std::move(action)});
    else if (same->keys != keys)
        same->keys += ", " + keys;
}

bool Keys::press(const gl::KeyEvent& event) const {
    for (const KeyBinding& binding : bindings_) {
        if (binding.key != event.key || binding.modifiers != event.modifiers) continue;
        const bool is_wanted = event.action == gl::Action::press ||
                               (event.action == gl::Action::repeat && binding.repeats);
        if (is_wanted) binding.act();
        return true;
    }
    return false;
}

bool Keys::type(char32_t character) const {
    const auto found = std::ranges::find(bindings_, character, &KeyBinding::character);
    if (character == 0 || found == bindings_.end()) return false;
    found->act();
    return true;
}

}  // namespace glint::app
