// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include <glint/formats/png.hpp>
#include <glint/view/colormap.hpp>

// Helpers that read pixels of pictures.
namespace glint::test {

using Rgb = std::array<int, 3>;

/// Returns the color of a pixel. If the picture does not contain the pixel, for example because the
/// program that draws the picture failed, fails the test and returns -1 in each channel.
inline Rgb rgb_at(const Picture& picture, unsigned x, unsigned y) {
    const std::size_t i = (std::size_t(y) * picture.width + x) * 4;
    if (x >= picture.width || i + 4 > picture.rgba.size()) {
        ADD_FAILURE() << "an image of " << picture.width << " x " << picture.height
                      << " has no pixel " << x << ", " << y;
        return {-1, -1, -1};
    }
    return {picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]};
}

/// Returns the color of a colormap at `t`, which is from 0 to 1.
inline Rgb color(const char* colormap, float t) {
    const glm::vec3 c = view::Colormap(colormap).at(t);
    return {static_cast<int>(std::lround(c.x * 255)), static_cast<int>(std::lround(c.y * 255)),
            static_cast<int>(std::lround(c.z * 255))};
}

inline void expect_near(const Rgb& found, const Rgb& expected, int tolerance) {
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(found[i], expected[i], tolerance) << "channel " << i;
}

}  // namespace glint::test
