// SPDX-License-Identifier: MIT
#pragma once

namespace glint::gl {

/// A rectangle within a picture, in pixels from the upper left corner of the picture.
struct Rectangle {
    int left = 0;
    int top = 0;
    int width = 0;
    int height = 0;

    /// Returns width / height.
    float aspect() const noexcept { return static_cast<float>(width) / static_cast<float>(height); }
    /// Returns true if the position is inside the rectangle.
    bool contains(double x_px, double y_px) const noexcept {
        return x_px >= left && y_px >= top && x_px < left + width && y_px < top + height;
    }

    friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

}  // namespace glint::gl
