// SPDX-License-Identifier: MIT
#include <apps/glint/start_focus.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace glint::apps {
namespace {

/// Transforms a box to screen coordinates in which the arrow points right.
ItemBox turned(const ItemBox& box, Arrow arrow) {
    switch (arrow) {
        case Arrow::left: return {-box.right, box.top, -box.left, box.bottom};
        case Arrow::up: return {-box.bottom, box.left, -box.top, box.right};
        case Arrow::down: return {box.top, box.left, box.bottom, box.right};
        case Arrow::right: break;
    }
    return box;
}

/// Cost of moving the focus from `from` to `to`; infinity if `to` is not to the right of `from`.
float cost(const ItemBox& from, const ItemBox& to) {
    constexpr float kTouching = 1;  // pixels; rounding may make neighbors overlap by this much
    if (to.left < from.right - kTouching) return std::numeric_limits<float>::infinity();
    const float gap = std::max(0.0f, std::max(to.top - from.bottom, from.top - to.bottom));
    const float offset = std::abs((to.top + to.bottom) - (from.top + from.bottom)) / 2;
    return (to.left - from.right) + 2 * gap + 0.1f * offset;
}

}  // namespace

std::size_t item_toward(std::span<const ItemBox> items, std::size_t from, Arrow arrow) {
    if (from >= items.size()) return from;
    const ItemBox start = turned(items[from], arrow);
    float least = std::numeric_limits<float>::infinity();
    std::size_t nearest = from;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const float each = i == from ? least : cost(start, turned(items[i], arrow));
        if (each >= least) continue;
        least = each;
        nearest = i;
    }
    return nearest;
}

}  // namespace glint::apps
