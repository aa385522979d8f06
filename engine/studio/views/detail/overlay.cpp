// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/overlay.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <glint/studio/views/detail/box_axes.hpp>
#include <glint/view/colormap.hpp>

namespace glint::studio {
namespace {

constexpr ImU32 kText = IM_COL32(235, 238, 242, 255);
constexpr ImU32 kShadow = IM_COL32(0, 0, 0, 190);
constexpr ImU32 kLine = IM_COL32(235, 238, 242, 110);
constexpr ImU32 kFarLine = IM_COL32(235, 238, 242, 45);
constexpr ImU32 kFrame = IM_COL32(90, 160, 240, 255);
constexpr ImU32 kPlate = IM_COL32(8, 10, 14, 150);

ImDrawList& list() { return *ImGui::GetBackgroundDrawList(); }
float em() { return ImGui::GetFontSize(); }
ImVec2 operator+(ImVec2 a, ImVec2 b) { return {a.x + b.x, a.y + b.y}; }

/// A pane's size and corner in ImGui coordinates.
struct Area {
    explicit Area(const gl::Rectangle& pane)
        : corner(static_cast<float>(pane.left), static_cast<float>(pane.top)),
          width(static_cast<float>(pane.width)),
          height(static_cast<float>(pane.height)) {}

    /// Converts a position in the pane to ImGui coordinates. Clamps positions far outside of the
    /// picture, because Dear ImGui does not accept infinite coordinates.
    ImVec2 at(double x, double y) const {
        static constexpr double kFarthest = 1e6;
        const auto px = [](double value) {
            return static_cast<float>(std::isnan(value) ? -kFarthest
                                                        : std::clamp(value, -kFarthest, kFarthest));
        };
        return corner + ImVec2(px(x), px(y));
    }
    ImVec2 at(glm::vec2 px) const { return at(px.x, px.y); }
    float right() const { return corner.x + width; }
    float bottom() const { return corner.y + height; }
    glm::dvec2 size() const { return {width, height}; }

    ImVec2 corner;
    float width, height;
};

ImVec2 projected(const Area& area, const glm::vec4& clip) {
    return area.at(glm::vec2((0.5f + 0.5f * clip.x / clip.w) * area.width,
                             (0.5f - 0.5f * clip.y / clip.w) * area.height));
}

void draw_text(ImVec2 at, const std::string& text) {
    at = ImVec2(std::round(at.x), std::round(at.y));
    list().AddText(ImVec2(at.x + 1, at.y + 1), kShadow, text.c_str());
    list().AddText(at, kText, text.c_str());
}

ImVec2 size_of_text(const std::string& text) { return ImGui::CalcTextSize(text.c_str()); }

/// Draws text on a dark background, so that it is legible over any picture.
void draw_plated_text(ImVec2 at, const std::string& text) {
    const ImVec2 size = size_of_text(text);
    const float pad = 0.35f * em();
    list().AddRectFilled(ImVec2(at.x - pad, at.y - 0.6f * pad),
                         ImVec2(at.x + size.x + pad, at.y + size.y + 0.6f * pad), kPlate,
                         0.3f * em());
    draw_text(at, text);
}

constexpr int kDigits = 4, kMaxDigits = 15;

std::string short_number_text(double value, int digits = kDigits) {
    return fmt::format("{:.{}g}", value, digits);
}

double where(double value, const ColorScale& scale) {
    const auto low = static_cast<double>(scale.low), high = static_cast<double>(scale.high);
    if (scale.is_logarithmic)
        return (std::log(value) - std::log(low)) / (std::log(high) - std::log(low));
    return (value - low) / (high - low);
}

std::vector<double> powers_of_ten(double low, double high) {
    std::vector<double> powers;
    for (double power = std::ceil(std::log10(low) - 1e-9); power <= std::log10(high) + 1e-9;
         ++power)
        powers.push_back(std::pow(10, power));
    return powers;
}

std::vector<double> ticks_of(const ColorScale& scale) {
    const auto low = static_cast<double>(scale.low), high = static_cast<double>(scale.high);
    if (!scale.is_logarithmic) return round_numbers(low, high, 6);
    std::vector<double> ticks = powers_of_ten(low, high);
    if (ticks.size() < 2) ticks = {low, std::sqrt(low * high), high};
    return ticks;
}

/// Draws texts, except texts that would overlap an earlier text.
class Labels {
public:
    /// Draws a text centered at this position.
    void draw(ImVec2 middle, const std::string& text) {
        const ImVec2 size = size_of_text(text);
        const ImVec4 place(middle.x - 0.5f * size.x, middle.y - 0.5f * size.y,
                           middle.x + 0.5f * size.x, middle.y + 0.5f * size.y);
        const auto is_under = [&](const ImVec4& other) {
            return place.x < other.z && other.x < place.z && place.y < other.w && other.y < place.w;
        };
        if (std::ranges::any_of(taken_, is_under)) return;
        taken_.emplace_back(place.x - 0.2f * em(), place.y, place.z + 0.2f * em(), place.w);
        draw_text(ImVec2(place.x, place.y), text);
    }

private:
    std::vector<ImVec4> taken_;
};

/// Returns half the extent of a text in this direction. If the center of the text has this distance
/// from an object, the text touches the object.
float distance_of(const std::string& text, glm::vec2 direction) {
    const ImVec2 size = size_of_text(text);
    return 0.5f * (std::abs(direction.x) * size.x + std::abs(direction.y) * size.y);
}

/// Returns the number of significant digits that distinguish the numbers of an axis.
int digits_of(const BoxAxis& axis) {
    if (axis.ticks.size() < 2) return kDigits;
    const double apart = axis.ticks[1].value - axis.ticks[0].value;
    const double largest =
        std::max(std::abs(axis.ticks.front().value), std::abs(axis.ticks.back().value));
    const double digits = std::floor(std::log10(largest)) - std::floor(std::log10(apart)) + 1;
    return std::clamp(static_cast<int>(digits), kDigits, kMaxDigits);
}

void draw_axis(const Area& area, const BoxAxis& axis, const std::string& unit, Labels& labels) {
    list().AddLine(area.at(axis.from_px), area.at(axis.to_px), kText);
    const float mark = 0.4f * em();
    float widest = 0;
    const int digits = digits_of(axis);
    for (const AxisTick& tick : axis.ticks) {
        const std::string text = short_number_text(tick.value, digits);
        const float away = distance_of(text, axis.outwards);
        widest = std::max(widest, 2 * away);
        list().AddLine(area.at(tick.at_px), area.at(tick.at_px + mark * axis.outwards), kText);
        labels.draw(area.at(tick.at_px + (1.5f * mark + away) * axis.outwards), text);
    }
    constexpr std::array<const char*, 3> names{"x", "y", "z"};
    std::string title = names[static_cast<std::size_t>(axis.axis)];
    if (!unit.empty()) title += fmt::format(" ({})", unit);
    if (axis.axis == 1)  // above the upper end of y, where the title does not cover numbers
        return labels.draw(area.at(axis.to_px - glm::vec2(0, 1.2f * em())), title);
    const float away = 2.5f * mark + widest + distance_of(title, axis.outwards);
    labels.draw(area.at(0.5f * (axis.from_px + axis.to_px) + away * axis.outwards), title);
}

/// Returns the upper left and lower right pixels of a rectangle in a plane. `from` and `to` are
/// opposite corners of the rectangle.
std::pair<glm::dvec2, glm::dvec2> pixels_of(glm::dvec2 from, glm::dvec2 to,
                                            const PlaneCamera& camera, const Area& area) {
    const glm::dvec2 a = camera.pixel_of(from, area.size()), b = camera.pixel_of(to, area.size());
    return {glm::min(a, b), glm::max(a, b)};
}

}  // namespace

PaneOverlay::PaneOverlay(const gl::Rectangle& pane) : pane_(pane) {
    const Area area(pane);
    list().PushClipRect(area.corner, ImVec2(area.right(), area.bottom()));
}

PaneOverlay::~PaneOverlay() { list().PopClipRect(); }

void PaneOverlay::color_bar(const DeclaredView& shown, const ColorScale& scale) const {
    if (scale.is_color) return;
    const Area area(pane_);
    const view::Colormap colormap(colormap_of(shown));
    const float height = std::min(0.5f * area.height, 22 * em()), width = 0.9f * em();
    const float top = area.corner.y + 0.5f * (area.height - height);
    const float left = area.right() - 5.2f * em();
    const std::string title = shown.display.unit.empty()
                                  ? shown.display.label
                                  : fmt::format("{} ({})", shown.display.label, shown.display.unit);
    list().AddRectFilled(ImVec2(left - 0.6f * em(), top - 0.8f * em()),
                         ImVec2(area.right() - 0.4f * em(), top + height + 0.8f * em()), kPlate,
                         0.4f * em());
    draw_plated_text(ImVec2(area.right() - 0.8f * em() - size_of_text(title).x, top - 2.6f * em()),
                     title);
    constexpr int kBands = 96;
    for (int i = 0; i < kBands; ++i) {
        const float t = (static_cast<float>(i) + 0.5f) / kBands;
        const glm::vec3 c = colormap.at(scale.start + (1 - scale.start) * t);
        const auto y = [&](int band) {
            return std::round(top + height * (1 - static_cast<float>(band) / kBands));
        };
        list().AddRectFilled(ImVec2(left, y(i + 1)), ImVec2(left + width, y(i)),
                             ImGui::ColorConvertFloat4ToU32(ImVec4(c.x, c.y, c.z, 1)));
    }
    for (const double tick : ticks_of(scale)) {
        const float y = top + height * (1 - static_cast<float>(where(tick, scale)));
        if (y < top - 1 || y > top + height + 1) continue;
        list().AddLine(ImVec2(left + width, y), ImVec2(left + width + 0.3f * em(), y), kText);
        draw_text(ImVec2(left + width + 0.5f * em(), y - 0.5f * em()), short_number_text(tick));
    }
}

void PaneOverlay::border(glm::dvec2 cells, const PlaneCamera& camera) const {
    const Area area(pane_);
    const auto [low, high] = pixels_of({0, 0}, cells, camera, area);
    list().AddRect(area.at(low.x, low.y), area.at(high.x, high.y), kLine);
}

void PaneOverlay::scale_bar(const Structure& structure, const PlaneCamera& camera) const {
    const Area area(pane_);
    const double unit_per_px = camera.units_per_px * structure.cell_size;
    const double length = round_length(0.22 * area.size().x * unit_per_px);
    const auto length_px = static_cast<float>(length / unit_per_px);
    const std::string text =
        fmt::format("{} {}", short_number_text(length),
                    structure.cell_unit.empty() ? "cells" : structure.cell_unit);
    const float right = area.right() - em(), left = right - length_px;
    const float y = area.bottom() - 1.1f * em();
    const float text_left = 0.5f * (left + right - size_of_text(text).x);
    list().AddRectFilled(ImVec2(std::min(left, text_left) - 0.5f * em(), y - 1.9f * em()),
                         ImVec2(right + 0.5f * em(), y + 0.5f * em()), kPlate, 0.3f * em());
    list().AddLine(ImVec2(left, y), ImVec2(right, y), kText, 2);
    for (const float x : {left, right})
        list().AddLine(ImVec2(x, y - 0.3f * em()), ImVec2(x, y + 0.3f * em()), kText, 2);
    draw_text(ImVec2(text_left, y - 1.6f * em()), text);
}

void PaneOverlay::box(const view::Box& box, const glm::mat4& to_clip, const glm::vec3& eye,
                      const std::string& unit, const glm::dvec3& origin,
                      const OverlayOptions& options) const {
    const Area area(pane_);
    const BoxPicture picture =
        box_picture(box, to_clip, eye, glm::vec2(area.width, area.height), 3.5f * em(), origin);
    const auto draw_lines = [&](const std::vector<Line>& lines, ImU32 color) {
        for (const Line& line : lines)
            list().AddLine(area.at(line.from_px), area.at(line.to_px), color);
    };
    if (options.box) {
        draw_lines(picture.far, kFarLine);
        draw_lines(picture.near, kLine);
    }
    Labels labels;
    if (options.axes)
        for (const BoxAxis& axis : picture.axes) draw_axis(area, axis, unit, labels);
}

void PaneOverlay::arrows(std::span<const Arrow> arrows, float longest_px) const {
    const Area area(pane_);
    float longest = 0;
    for (const Arrow& arrow : arrows) longest = std::max(longest, glm::length(arrow.vector));
    if (!(longest > 0)) return;
    for (const Arrow& arrow : arrows) {
        const glm::vec2 along = arrow.vector * (longest_px / longest);
        const float length = glm::length(along);
        if (length < 1) continue;
        const glm::vec2 from = arrow.at_px - 0.5f * along, to = arrow.at_px + 0.5f * along;
        const glm::vec2 back = along * (-std::min(0.35f * length, 6.0f) / length);
        const glm::vec2 side(-0.5f * back.y, 0.5f * back.x);
        list().AddLine(area.at(from), area.at(to + back), kText, 1.5f);
        list().AddTriangleFilled(area.at(to), area.at(to + back + side), area.at(to + back - side),
                                 kText);
    }
}

void PaneOverlay::mark_cell(const PlaneCamera& camera, std::size_t x, std::size_t y) const {
    const Area area(pane_);
    const auto [low, high] = pixels_of({x, y}, {x + 1, y + 1}, camera, area);
    const auto grow = std::max(0.0, 3 - 0.5 * (high.x - low.x));
    const ImVec2 a = area.at(low.x - grow, low.y - grow);
    const ImVec2 b = area.at(high.x + grow, high.y + grow);
    list().AddRect(ImVec2(a.x - 1, a.y - 1), ImVec2(b.x + 1, b.y + 1), kShadow, 0, 0, 3);
    list().AddRect(a, b, kText, 0, 0, 1.5f);
}

void PaneOverlay::mark_point(const glm::mat4& to_clip, glm::vec3 place) const {
    const glm::vec4 clip = to_clip * glm::vec4(place, 1);
    if (clip.w <= 0) return;
    const ImVec2 at = projected(Area(pane_), clip);
    list().AddCircle(at, 0.7f * em(), kShadow, 0, 4);
    list().AddCircle(at, 0.7f * em(), kText, 0, 2);
}

void PaneOverlay::caption(const std::string& text) const {
    const Area area(pane_);
    draw_plated_text(ImVec2(area.corner.x + 0.5f * (area.width - size_of_text(text).x),
                            area.corner.y + 0.6f * em()),
                     text);
}

void PaneOverlay::message(const std::string& text) const {
    const Area area(pane_);
    const float widest = std::min(area.width - 2 * em(), 30 * em());
    const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, widest);
    list().AddText(ImGui::GetFont(), em(),
                   area.at(glm::vec2(area.width - size.x, area.height - size.y) * 0.5f), kText,
                   text.c_str(), nullptr, widest);
}

void PaneOverlay::frame() const {
    const Area area(pane_);
    list().AddRect(area.corner, ImVec2(area.right(), area.bottom()), kFrame, 0, 0, 2);
}

std::optional<glm::vec3> place_in(const ElementType& type, std::span<const std::byte> element) {
    const ElementType::Part& part = type.parts.front();
    glm::vec3 place(0);
    for (unsigned i = 0; i < std::min(part.components, 3u); ++i) {
        if (part.scalar == ScalarType::f32) {
            std::memcpy(&place[static_cast<int>(i)], &element[i * sizeof(float)], sizeof(float));
        } else if (part.scalar == ScalarType::f64) {
            double value = 0;
            std::memcpy(&value, &element[i * sizeof(double)], sizeof(double));
            place[static_cast<int>(i)] = static_cast<float>(value);
        } else {
            return std::nullopt;
        }
    }
    return place;
}

void draw_status(const std::string& text) {
    draw_plated_text(ImVec2(0.8f * em(), ImGui::GetIO().DisplaySize.y - 1.7f * em()), text);
}

}  // namespace glint::studio
