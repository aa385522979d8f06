#include <glint/app/detail/picture_gui.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <imgui.h>

namespace glint::app {
namespace {

/// ImGui's triangles, with the opacities of its font, over a picture.
class Rasteriser {
public:
    Rasteriser(Picture& picture, const unsigned char* font, int font_width, int font_height)
        : picture_(picture), font_(font), font_width_(font_width), font_height_(font_height) {}

    void draw(const ImDrawList& list) {
        for (const ImDrawCmd& command : list.CmdBuffer) {
            if (command.UserCallback) continue;
            clip_ = command.ClipRect;
            for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
                const auto vertex = [&](unsigned k) -> const ImDrawVert& {
                    const unsigned index =
                        command.VtxOffset +
                        list.IdxBuffer[static_cast<int>(command.IdxOffset + i + k)];
                    return list.VtxBuffer[static_cast<int>(index)];
                };
                draw({&vertex(0), &vertex(1), &vertex(2)});
            }
        }
    }

private:
    using Triangle = std::array<const ImDrawVert*, 3>;

    /// Twice the area of a, b and p; positive to the right of the way from a to b, y being down.
    static float area(ImVec2 a, ImVec2 b, ImVec2 p) {
        return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    }
    /// Whether pixels on the edge from a to b are this triangle's: each is one triangle's alone.
    static bool owns_edge(ImVec2 a, ImVec2 b) { return b.y < a.y || (b.y == a.y && b.x > a.x); }

    void draw(Triangle t) {
        if (area(t[0]->pos, t[1]->pos, t[2]->pos) < 0) std::swap(t[1], t[2]);
        const float whole = area(t[0]->pos, t[1]->pos, t[2]->pos);
        if (!(whole > 0)) return;
        const auto [left, right] = std::minmax({t[0]->pos.x, t[1]->pos.x, t[2]->pos.x});
        const auto [top, bottom] = std::minmax({t[0]->pos.y, t[1]->pos.y, t[2]->pos.y});
        const int x0 = pixel(std::max(left, clip_.x), picture_.width);
        const int x1 = pixel(std::min(right, clip_.z) + 1, picture_.width);
        const int y0 = pixel(std::max(top, clip_.y), picture_.height);
        const int y1 = pixel(std::min(bottom, clip_.w) + 1, picture_.height);
        for (int y = y0; y < y1; ++y)
            for (int x = x0; x < x1; ++x) draw_pixel(t, whole, x, y);
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
        std::array<float, 4> colour{};
        for (std::size_t i = 0; i < 3; ++i) {
            uv.x += weights[i] * t[i]->uv.x;
            uv.y += weights[i] * t[i]->uv.y;
            for (unsigned c = 0; c < 4; ++c)
                colour[c] += weights[i] * static_cast<float>(t[i]->col >> (8 * c) & 255u);
        }
        blend(x, y, colour, colour[3] / 255 * opacity(uv));
    }

    void blend(int x, int y, const std::array<float, 4>& colour, float alpha) {
        std::uint8_t* to = &picture_.rgba[(static_cast<std::size_t>(y) * picture_.width +
                                           static_cast<std::size_t>(x)) *
                                          4];
        for (std::size_t c = 0; c < 3; ++c)
            to[c] = static_cast<std::uint8_t>(
                std::lround(colour[c] * alpha + static_cast<float>(to[c]) * (1 - alpha)));
    }

    /// The font's opacity, linear between texels.
    float opacity(ImVec2 uv) const {
        const float x = uv.x * static_cast<float>(font_width_) - 0.5f;
        const float y = uv.y * static_cast<float>(font_height_) - 0.5f;
        const float left = std::floor(x), top = std::floor(y);
        const auto texel = [&](float i, float j) {
            const int column = std::clamp(static_cast<int>(i), 0, font_width_ - 1);
            const int row = std::clamp(static_cast<int>(j), 0, font_height_ - 1);
            return static_cast<float>(font_[row * font_width_ + column]) / 255;
        };
        const float across = x - left, down = y - top;
        return std::lerp(std::lerp(texel(left, top), texel(left + 1, top), across),
                         std::lerp(texel(left, top + 1), texel(left + 1, top + 1), across), down);
    }

    Picture& picture_;
    const unsigned char* font_;
    int font_width_;
    int font_height_;
    ImVec4 clip_{};
};

}  // namespace

PictureGui::PictureGui() : session_(1.0f) {
    unsigned char* pixels = nullptr;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &font_width_, &font_height_);
    font_ = pixels;
}

void PictureGui::draw(Picture& picture, const Overlay& overlay) {
    session_.use();
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(static_cast<float>(picture.width), static_cast<float>(picture.height));
    io.DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    overlay();
    ImGui::Render();
    Rasteriser rasteriser(picture, font_, font_width_, font_height_);
    const ImDrawData& data = *ImGui::GetDrawData();
    for (int i = 0; i < data.CmdListsCount; ++i) rasteriser.draw(*data.CmdLists[i]);
}

}  // namespace glint::app
