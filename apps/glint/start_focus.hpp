// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace glint::apps {

/// Position of an item on the screen. y points down.
struct ItemBox {
    float left = 0, top = 0, right = 0, bottom = 0;
};

enum class Arrow { left, right, up, down };

/// Returns the nearest item in the direction of the arrow, or `from` if that direction contains no
/// item. Gaps perpendicular to the arrow count twice.
std::size_t item_toward(std::span<const ItemBox> items, std::size_t from, Arrow arrow);

}  // namespace glint::apps
