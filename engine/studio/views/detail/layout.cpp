// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/layout.hpp>

#include <algorithm>

#include <glint/base/ceil_div.hpp>

namespace glint::studio {
namespace {

constexpr int kGap_px = 2;

struct Range {
    int begin;
    int size;
};

/// Divides a length into `parts` parts, with gaps between them. Returns part `i`.
Range part_of(int length, int parts, int i) {
    const auto edge = [&](int k) { return (length + kGap_px) * k / parts; };
    return {edge(i), std::max(edge(i + 1) - edge(i) - kGap_px, 1)};
}

}  // namespace

std::vector<gl::Rectangle> arranged(std::size_t panes, Arrangement arrangement, int width,
                                    int height) {
    const int count = static_cast<int>(panes);
    const int columns = arrangement == Arrangement::side_by_side ? count
                        : arrangement == Arrangement::stacked    ? 1
                                                                 : std::min(count, 2);
    const int rows = columns > 0 ? ceil_div(count, columns) : 0;
    std::vector<gl::Rectangle> all;
    for (int i = 0; i < count; ++i) {
        const int in_row = std::min(columns, count - i / columns * columns);
        const Range across = part_of(width, in_row, i % columns);
        const Range down = part_of(height, rows, i / columns);
        all.push_back({across.begin, down.begin, across.size, down.size});
    }
    return all;
}

std::optional<std::size_t> pane_at(std::span<const gl::Rectangle> panes, glm::dvec2 px) {
    for (std::size_t i = 0; i < panes.size(); ++i)
        if (panes[i].contains(px.x, px.y)) return i;
    return std::nullopt;
}

}  // namespace glint::studio
