// SPDX-License-Identifier: MIT
#pragma once

namespace glint::gl {

/// A part of a picture, in pixels from its upper left corner.
struct Rectangle {
    int left = 0;
    int top = 0;
    int width = 0;
    int height = 0;

    /// width / height.
    float aspect() const noexcept { return static_cast<float>(width) / static_cast<float>(height); }
    /// True if the rectangle contains the pixel at this position.
    bool contains(double x_px, double y_px) const noexcept {
        return x_px >= left && y_px >= top && x_px < left + width && y_px < top + height;
    }

    friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

}  // namespace glint::gl
