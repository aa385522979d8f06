// SPDX-License-Identifier: MIT
#include <glint/app/detail/overlay_drawing.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <imgui.h>

namespace glint::app {
namespace {

/// Draws the triangles of ImGui over a picture. `font` contains the opacities of the font's texels.
class Rasterizer {
public:
    Rasterizer(Picture& picture, const FontTexels& font) : picture_(picture), font_(font) {}

    void draw(std::span<const ImDrawVert> vertices, const OverlayDrawing::Part& part) {
        clip_ = ImVec4(part.clip[0], part.clip[1], part.clip[2], part.clip[3]);
        for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3)
            draw({&vertices[part.indices[i]], &vertices[part.indices[i + 1]],
                  &vertices[part.indices[i + 2]]});
    }

private:
    using Triangle = std::array<const ImDrawVert*, 3>;

    /// Returns twice the signed area of the triangle a, b, p. The y axis points down. The area is
    /// positive if p is to the right of the line from a to b.
    static float area(ImVec2 a, ImVec2 b, ImVec2 p) {
        return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    }
    /// Returns true if a pixel exactly on the edge from a to b belongs to this triangle. If two
    /// triangles share an edge, only one of them owns its pixels.
    static bool owns_edge(ImVec2 a, ImVec2 b) { return b.y < a.y || (b.y == a.y && b.x > a.x); }

    void draw(Triangle t) {
        if (area(t[0]->pos, t[1]->pos, t[2]->pos) < 0) std::swap(t[1], t[2]);
        const float whole = area(t[0]->pos, t[1]->pos, t[2]->pos);
        if (!(whole > 0)) return;
        const auto [left, right] = std::minmax({t[0]->pos.x, t[1]->pos.x, t[2]->pos.x});
        const auto [top, bottom] = std::minmax({t[0]->pos.y, t[1]->pos.y, t[2]->pos.y});
        const int y0 = pixel(std::max(top, clip_.y), picture_.height);
        const int y1 = pixel(std::min(bottom, clip_.w) + 1, picture_.height);
        for (int y = y0; y < y1; ++y) {
            const auto [first, last] = span_at(t, static_cast<float>(y) + 0.5f);
            const int x0 = pixel(std::max({left, first - 1, clip_.x}), picture_.width);
            const int x1 = pixel(std::min({right, last + 1, clip_.z}) + 1, picture_.width);
            for (int x = x0; x < x1; ++x) draw_pixel(t, whole, x, y);
        }
    }
    /// Returns the x coordinates at which the horizontal line at `y` enters and leaves the
    /// triangle.
    static std::pair<float, float> span_at(const Triangle& t, float y) {
        float first = std::numeric_limits<float>::max(),
              last = std::numeric_limits<float>::lowest();
        for (std::size_t i = 0; i < 3; ++i) {
            const ImVec2 a = t[i]->pos, b = t[(i + 1) % 3]->pos;
            if (a.y == b.y || y < std::min(a.y, b.y) || y > std::max(a.y, b.y)) continue;
            const float x = a.x + (b.x - a.x) * std::clamp((y - a.y) / (b.y - a.y), 0.0f, 1.0f);
            first = std::min(first, x);
            last = std::max(last, x);
        }
        return {first, last};
    }
    static int pixel(float at, unsigned size) {
        return static_cast<int>(std::clamp(std::floor(at), 0.0f, static_cast<float>(size)));
    }

    void draw_pixel(const Triangle& t, float whole, int x, int y) {
        const ImVec2 at(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
        if (at.x < clip_.x || at.x >= clip_.z || at.y < clip_.y || at.y >= clip_.w) return;
        std::array<float, 3> weights{};
        for (std::size_t i = 0; i < 3; ++i) {
            const ImVec2 a = t[(i + 1) % 3]->pos, b = t[(i + 2) % 3]->pos;
            weights[i] = area(a, b, at) / whole;
            if (weights[i] < 0 || (weights[i] == 0 && !owns_edge(a, b))) return;
        }
        ImVec2 uv(0, 0);
        std::array<float, 4> color{};
        for (std::size_t i = 0; i < 3; ++i) {
            uv.x += weights[i] * t[i]->uv.x;
            uv.y += weights[i] * t[i]->uv.y;
            for (unsigned c = 0; c < 4; ++c)
                color[c] += weights[i] * static_cast<float>(t[i]->col >> (8 * c) & 255u);
        }
        blend(x, y, color, color[3] / 255 * opacity(uv));
    }

    void blend(int x, int y, const std::array<float, 4>& color, float alpha) {
        std::uint8_t* to = &picture_.rgba[(static_cast<std::size_t>(y) * picture_.width +
                                           static_cast<std::size_t>(x)) *
                                          4];
        for (std::size_t c = 0; c < 3; ++c)
            to[c] = static_cast<std::uint8_t>(
                std::lround(color[c] * alpha + static_cast<float>(to[c]) * (1 - alpha)));
    }

    /// Returns the opacity of the font at `uv`, linearly interpolated between texels.
    float opacity(ImVec2 uv) const {
        const float x = uv.x * static_cast<float>(font_.width) - 0.5f;
        const float y = uv.y * static_cast<float>(font_.height) - 0.5f;
        const float left = std::floor(x), top = std::floor(y);
        const auto texel = [&](float i, float j) {
            const int column = std::clamp(static_cast<int>(i), 0, font_.width - 1);
            const int row = std::clamp(static_cast<int>(j), 0, font_.height - 1);
            const auto at = static_cast<std::size_t>(row * font_.width + column);
            return static_cast<float>(font_.opacities[at]) / 255;
        };
        const float across = x - left, down = y - top;
        return std::lerp(std::lerp(texel(left, top), texel(left + 1, top), across),
                         std::lerp(texel(left, top + 1), texel(left + 1, top + 1), across), down);
    }

    Picture& picture_;
    const FontTexels& font_;
    ImVec4 clip_{};
};

}  // namespace

OverlayDrawing::OverlayDrawing(const ImDrawData& data, std::shared_ptr<const FontTexels> font)
    : font_(std::move(font)) {
    for (int i = 0; i < data.CmdListsCount; ++i) {
        const ImDrawList& list = *data.CmdLists[i];
        const auto first = static_cast<unsigned>(vertices_.size());
        vertices_.insert(vertices_.end(), list.VtxBuffer.begin(), list.VtxBuffer.end());
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback) continue;
            const ImVec4& clip = command.ClipRect;
            Part& part = parts_.emplace_back(Part{{clip.x, clip.y, clip.z, clip.w}, {}});
            part.indices.reserve(command.ElemCount);
            for (unsigned k = 0; k < command.ElemCount; ++k)
                part.indices.push_back(first + command.VtxOffset +
                                       list.IdxBuffer[static_cast<int>(command.IdxOffset + k)]);
        }
    }
}

OverlayDrawing::~OverlayDrawing() = default;

void OverlayDrawing::draw_over(Picture& picture) const {
    Rasterizer rasterizer(picture, *font_);
    for (const Part& part : parts_) rasterizer.draw(vertices_, part);
}

}  // namespace glint::app
