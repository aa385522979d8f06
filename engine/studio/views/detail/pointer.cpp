// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/pointer.hpp>

#include <algorithm>
#include <variant>

#include <glint/studio/views/detail/layout.hpp>

namespace glint::studio {
namespace {

template <class Event>
Event within(const gl::Rectangle& pane, Event event) {
    event.x_px -= pane.left;
    event.y_px -= pane.top;
    return event;
}

}  // namespace

std::optional<std::size_t> Pointer::target(std::span<const gl::Rectangle> panes) const {
    if (std::ranges::count(is_down_, true) == 0) return pane_at(panes, cursor_);
    return owner_ && *owner_ < panes.size() ? owner_ : std::nullopt;
}

void Pointer::press(const gl::MouseButtonEvent& event, std::span<const gl::Rectangle> panes) {
    if (std::ranges::count(is_down_, true) == 0) owner_ = pane_at(panes, cursor_);
    if (owner_) pressed_ = owner_;
    is_down_[static_cast<std::size_t>(event.button)] = true;
}

std::vector<PaneInput> Pointer::share(std::span<const gl::Event> events,
                                      std::span<const gl::Rectangle> panes, bool is_left_down) {
    std::vector<PaneInput> inputs(panes.size());
    for (const gl::Event& event : events) {
        if (const auto* button = std::get_if<gl::MouseButtonEvent>(&event)) {
            if (static_cast<std::size_t>(button->button) >= is_down_.size()) continue;
            cursor_ = {button->x_px, button->y_px};
            if (button->action == gl::Action::press) press(*button, panes);
            if (const auto pane = target(panes))
                inputs[*pane].buttons.push_back(within(panes[*pane], *button));
            if (button->action == gl::Action::release)
                is_down_[static_cast<std::size_t>(button->button)] = false;
            if (std::ranges::count(is_down_, true) == 0) owner_.reset();
        } else if (const auto* move = std::get_if<gl::MouseMoveEvent>(&event)) {
            cursor_ = {move->x_px, move->y_px};
            const auto pane = target(panes);
            for (std::size_t i = 0; pane && i < is_down_.size(); ++i)
                if (is_down_[i]) inputs[*pane].moves[i].push_back(within(panes[*pane], *move));
        } else if (const auto* scroll = std::get_if<gl::ScrollEvent>(&event)) {
            if (const auto pane = target(panes))
                inputs[*pane].scrolls.push_back(
                    {scroll->dy, cursor_ - glm::dvec2(panes[*pane].left, panes[*pane].top)});
        }
    }
    bool& is_left = is_down_[static_cast<std::size_t>(gl::MouseButton::left)];
    is_left = is_left && is_left_down;  // the panel may have received the release
    if (is_left && owner_ && *owner_ < inputs.size()) inputs[*owner_].is_dragged = true;
    return inputs;
}

}  // namespace glint::studio
