#include <glint/studio/views/overlay.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <imgui.h>

#include <glm/geometric.hpp>

#include <glint/view/colormap.hpp>

namespace glint::studio {
namespace {

constexpr ImU32 kText = IM_COL32(235, 238, 242, 255);
constexpr ImU32 kShadow = IM_COL32(0, 0, 0, 190);
constexpr ImU32 kLine = IM_COL32(235, 238, 242, 110);
constexpr ImU32 kPlate = IM_COL32(8, 10, 14, 150);

ImDrawList& list() { return *ImGui::GetBackgroundDrawList(); }
float em() { return ImGui::GetFontSize(); }
ImVec2 picture() { return ImGui::GetIO().DisplaySize; }

void draw_text(ImVec2 at, const std::string& text) {
    at = ImVec2(std::round(at.x), std::round(at.y));
    list().AddText(ImVec2(at.x + 1, at.y + 1), kShadow, text.c_str());
    list().AddText(at, kText, text.c_str());
}

ImVec2 size_of_text(const std::string& text) { return ImGui::CalcTextSize(text.c_str()); }

/// On a plate that keeps it legible over any picture.
void draw_plated_text(ImVec2 at, const std::string& text) {
    const ImVec2 size = size_of_text(text);
    const float pad = 0.35f * em();
    list().AddRectFilled(ImVec2(at.x - pad, at.y - 0.6f * pad),
                         ImVec2(at.x + size.x + pad, at.y + size.y + 0.6f * pad), kPlate,
                         0.3f * em());
    draw_text(at, text);
}

std::string number_text(double value) {
    return fmt::format("{:.4g}", std::abs(value) < 1e-12 ? 0.0 : value);
}

double where(double value, const ColourScale& scale) {
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

std::vector<double> ticks_of(const ColourScale& scale) {
    const auto low = static_cast<double>(scale.low), high = static_cast<double>(scale.high);
    if (!scale.is_logarithmic) return round_numbers(low, high, 6);
    std::vector<double> ticks = powers_of_ten(low, high);
    if (ticks.size() < 2) ticks = {low, std::sqrt(low * high), high};
    return ticks;
}

}  // namespace

std::vector<double> round_numbers(double low, double high, unsigned most) {
    if (!(high > low) || most < 2) return {};
    const double rough = (high - low) / (most - 1);
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double relative = rough / power * (1 - 1e-9);
    const double apart = power * (relative <= 1 ? 1 : relative <= 2 ? 2 : relative <= 5 ? 5 : 10);
    std::vector<double> numbers;
    for (double i = std::ceil(low / apart - 1e-9); i <= std::floor(high / apart + 1e-9); ++i)
        numbers.push_back(i * apart);
    return numbers;
}

void draw_colour_bar(const Shown& shown, const ColourScale& scale) {
    if (scale.is_colour) return;
    const view::Colormap colormap(colormap_of(shown));
    const float height = std::min(0.5f * picture().y, 22 * em()), width = 0.9f * em();
    const float top = 0.5f * (picture().y - height), left = picture().x - 5.2f * em();
    const std::string title = shown.display.unit.empty()
                                  ? shown.display.label
                                  : fmt::format("{} ({})", shown.display.label, shown.display.unit);
    list().AddRectFilled(ImVec2(left - 0.6f * em(), top - 0.8f * em()),
                         ImVec2(picture().x - 0.4f * em(), top + height + 0.8f * em()), kPlate,
                         0.4f * em());
    const ImVec2 title_size = size_of_text(title);
    draw_plated_text(ImVec2(picture().x - 0.8f * em() - title_size.x, top - 2.6f * em()), title);
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
        draw_text(ImVec2(left + width + 0.5f * em(), y - 0.5f * em()), number_text(tick));
    }
}

void draw_plane_axes(const Structure& structure, const Extents& extents,
                     const PlaneCamera& camera) {
    const glm::dvec2 size(picture().x, picture().y);
    const glm::dvec2 low = camera.pixel_of({0, 0}, size);
    const glm::dvec2 high = camera.pixel_of({extents.width, extents.height}, size);
    list().AddRect(ImVec2(static_cast<float>(low.x), static_cast<float>(low.y)),
                   ImVec2(static_cast<float>(high.x), static_cast<float>(high.y)), kLine);

    const double unit_per_px = camera.units_per_px * structure.cell_size;
    const std::vector<double> lengths = round_numbers(0, 0.22 * size.x * unit_per_px, 3);
    if (lengths.size() < 2) return;
    const double length = lengths.back();
    const auto length_px = static_cast<float>(length / unit_per_px);
    const std::string text = fmt::format(
        "{} {}", number_text(length), structure.cell_unit.empty() ? "cells" : structure.cell_unit);
    const float right = picture().x - em(), y = picture().y - 1.1f * em(), left = right - length_px;
    list().AddRectFilled(ImVec2(left - 0.5f * em(), y - 1.9f * em()),
                         ImVec2(right + 0.5f * em(), y + 0.5f * em()), kPlate, 0.3f * em());
    list().AddLine(ImVec2(left, y), ImVec2(right, y), kText, 2);
    for (const float x : {left, right})
        list().AddLine(ImVec2(x, y - 0.3f * em()), ImVec2(x, y + 0.3f * em()), kText, 2);
    draw_text(ImVec2(0.5f * (left + right) - 0.5f * size_of_text(text).x, y - 1.6f * em()), text);
}

void draw_box(const view::Box& box, const glm::mat4& to_clip, const std::string& unit) {
    const auto corner = [&](unsigned i) {
        return glm::vec3(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                         i & 4 ? box.max.z : box.min.z);
    };
    const auto projected = [&](glm::vec3 at) {
        const glm::vec4 clip = to_clip * glm::vec4(at, 1);
        return glm::vec3((0.5f + 0.5f * clip.x / clip.w) * picture().x,
                         (0.5f - 0.5f * clip.y / clip.w) * picture().y, clip.w);
    };
    std::array<glm::vec3, 8> corners;
    for (unsigned i = 0; i < 8; ++i) corners[i] = projected(corner(i));
    if (std::ranges::any_of(corners, [](const glm::vec3& c) { return c.z <= 0; })) return;
    for (unsigned i = 0; i < 8; ++i)
        for (const unsigned axis : {1u, 2u, 4u})
            if (!(i & axis)) {
                const glm::vec3 a = corners[i], b = corners[i | axis];
                list().AddLine(ImVec2(a.x, a.y), ImVec2(b.x, b.y), kLine);
            }
    constexpr std::array<const char*, 3> names{"x", "y", "z"};
    for (int axis = 0; axis < 3; ++axis) {
        const glm::vec3 end = corners[1u << axis];
        draw_text(ImVec2(end.x + 0.3f * em(), end.y),
                  fmt::format("{} {} {}", names[static_cast<std::size_t>(axis)],
                              number_text(static_cast<double>(box.max[axis])), unit));
    }
}

void draw_arrows(std::span<const Arrow> arrows, float longest_px) {
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
        list().AddLine(ImVec2(from.x, from.y), ImVec2(to.x + back.x, to.y + back.y), kText, 1.5f);
        list().AddTriangleFilled(ImVec2(to.x, to.y),
                                 ImVec2(to.x + back.x + side.x, to.y + back.y + side.y),
                                 ImVec2(to.x + back.x - side.x, to.y + back.y - side.y), kText);
    }
}

void mark_cell(const PlaneCamera& camera, std::size_t x, std::size_t y) {
    const glm::dvec2 size(picture().x, picture().y);
    const glm::dvec2 low = camera.pixel_of({x, y}, size),
                     high = camera.pixel_of({x + 1, y + 1}, size);
    const auto grow = std::max(0.0, 3 - 0.5 * (high.x - low.x));
    const ImVec2 a(static_cast<float>(low.x - grow), static_cast<float>(low.y - grow));
    const ImVec2 b(static_cast<float>(high.x + grow), static_cast<float>(high.y + grow));
    list().AddRect(ImVec2(a.x - 1, a.y - 1), ImVec2(b.x + 1, b.y + 1), kShadow, 0, 0, 3);
    list().AddRect(a, b, kText, 0, 0, 1.5f);
}

void mark_point(const glm::mat4& to_clip, glm::vec3 place) {
    const glm::vec4 clip = to_clip * glm::vec4(place, 1);
    if (clip.w <= 0) return;
    const ImVec2 at((0.5f + 0.5f * clip.x / clip.w) * picture().x,
                    (0.5f - 0.5f * clip.y / clip.w) * picture().y);
    list().AddCircle(at, 0.7f * em(), kShadow, 0, 4);
    list().AddCircle(at, 0.7f * em(), kText, 0, 2);
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
    draw_plated_text(ImVec2(0.8f * em(), picture().y - 1.7f * em()), text);
}

}  // namespace glint::studio
