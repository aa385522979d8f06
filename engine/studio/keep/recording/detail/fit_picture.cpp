// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/detail/fit_picture.hpp>

#include <algorithm>
#include <cmath>

namespace glint::studio {
namespace {

/// Two neighboring pixels, and the weight of the second pixel.
struct Between {
    std::size_t low, high;
    float part;
};

/// Returns the source pixels of pixel `i` when a row of `from` pixels is scaled to `count` pixels.
Between pixels_around(unsigned i, unsigned count, unsigned from) {
    const float at =
        (static_cast<float>(i) + 0.5f) * static_cast<float>(from) / static_cast<float>(count) -
        0.5f;
    const float inside = std::clamp(at, 0.0f, static_cast<float>(from - 1));
    const auto low = static_cast<std::size_t>(inside);
    return {low, std::min<std::size_t>(low + 1, from - 1), inside - static_cast<float>(low)};
}

}  // namespace

Picture fitted(const Picture& picture, unsigned width, unsigned height) {
    const float scale = std::min(static_cast<float>(width) / static_cast<float>(picture.width),
                                 static_cast<float>(height) / static_cast<float>(picture.height));
    const auto scaled = [&](unsigned length, unsigned most) {
        return std::clamp(static_cast<unsigned>(std::lround(static_cast<float>(length) * scale)),
                          1u, most);
    };
    const unsigned columns = scaled(picture.width, width), rows = scaled(picture.height, height);
    const unsigned left = (width - columns) / 2, top = (height - rows) / 2;
    Picture made{width, height, std::vector<std::uint8_t>(std::size_t{4} * width * height)};
    for (std::size_t i = 3; i < made.rgba.size(); i += 4) made.rgba[i] = 255;
    for (unsigned y = 0; y < rows; ++y)
        for (unsigned x = 0; x < columns; ++x) {
            const Between v = pixels_around(y, rows, picture.height);
            const Between h = pixels_around(x, columns, picture.width);
            std::uint8_t* to = &made.rgba[std::size_t{4} * ((top + y) * width + left + x)];
            for (std::size_t c = 0; c < 4; ++c) {
                const auto at = [&](std::size_t row, std::size_t column) {
                    return static_cast<float>(picture.rgba[4 * (row * picture.width + column) + c]);
                };
                const float above = std::lerp(at(v.low, h.low), at(v.low, h.high), h.part);
                const float below = std::lerp(at(v.high, h.low), at(v.high, h.high), h.part);
                to[c] = static_cast<std::uint8_t>(std::lround(std::lerp(above, below, v.part)));
            }
        }
    return made;
}

}  // namespace glint::studio
