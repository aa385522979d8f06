// SPDX-License-Identifier: MIT
#pragma once

#include <glm/vec3.hpp>

namespace glint::view {

/// An axis-aligned box.
struct Box {
    glm::vec3 min{-1.0f};
    glm::vec3 max{1.0f};

    glm::vec3 center() const noexcept { return 0.5f * (min + max); }
    [[deprecated("use center")]] glm::vec3 centre() const noexcept { return center(); }
    glm::vec3 size() const noexcept { return max - min; }
};

}  // namespace glint::view
