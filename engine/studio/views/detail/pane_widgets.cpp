// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/pane_widgets.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include <glint/view/colormap.hpp>

namespace glint::studio {
namespace {

/// Draws a combo box with these names. Returns the entry chosen in this frame.
template <class NameOf>
std::optional<std::size_t> draw_combo(const char* label, std::size_t count, std::size_t now,
                                      NameOf name_of) {
    std::optional<std::size_t> chosen;
    const std::string shown = now < count ? std::string(name_of(now)) : std::string();
    if (!ImGui::BeginCombo(label, shown.c_str())) return chosen;
    for (std::size_t i = 0; i < count; ++i) {
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Selectable(std::string(name_of(i)).c_str(), i == now)) chosen = i;
        ImGui::PopID();
    }
    ImGui::EndCombo();
    return chosen;
}

template <class Range, class T>
std::size_t index_of(const Range& all, const T& one) {
    return static_cast<std::size_t>(std::ranges::find(all, one) - all.begin());
}

void draw_split(Viewer& viewer) {
    if (viewer.is_comparing()) return;
    struct Split {
        const char* name;
        std::size_t panes;
        Arrangement arrangement;
    };
    static constexpr std::array<Split, 5> kSplits{
        {{"one", 1, Arrangement::grid},
         {"two, side by side", 2, Arrangement::side_by_side},
         {"two, stacked", 2, Arrangement::stacked},
         {"three", 3, Arrangement::grid},
         {"four", 4, Arrangement::grid}}};
    const std::size_t count = viewer.pane_count();
    const bool is_stacked = count == 2 && viewer.arrangement() == Arrangement::stacked;
    const std::size_t now = count + (count > 2 || is_stacked ? 1 : 0) - 1;
    const auto chosen =
        draw_combo("Panes", kSplits.size(), now, [](std::size_t i) { return kSplits[i].name; });
    if (chosen) viewer.split(kSplits[*chosen].panes, kSplits[*chosen].arrangement);
}

void draw_shown(Pane& pane) {
    const DeclaredView* now = pane.shown();
    if (!ImGui::BeginCombo("Show", now->display.label.c_str())) return;
    for (std::size_t i = 0; i < pane.all().size(); ++i) {
        const DeclaredView& one = pane.all()[i];
        if (one.view == View::none) continue;
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Selectable(one.display.label.c_str(), &one == now)) pane.choose(i);
        if (ImGui::IsItemHovered() && !one.display.help.empty())
            ImGui::SetTooltip("%s", one.display.help.c_str());
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

/// Draws the combo box for the view of a 3D grid.
void draw_view(Pane& pane) {
    static constexpr std::array<View, 4> kViews{View::image, View::arrows, View::volume,
                                                View::surface};
    static constexpr std::array<const char*, 4> kNames{"slice", "arrows on a slice", "cloud",
                                                       "surface"};
    const View now = pane.shown_view();
    const auto chosen = draw_combo("View", kViews.size(), index_of(kViews, now),
                                   [](std::size_t i) { return kNames[i]; });
    if (chosen) pane.set_view(kViews[*chosen]);
}

/// Returns the format of the slider for the slice: the index, and the position of the slice's
/// center in the grid's unit.
std::string slice_text(const Structure& structure, int axis, std::size_t index) {
    if (structure.cell_unit.empty()) return "%d";
    std::string unit;
    for (const char c : structure.cell_unit) unit += c == '%' ? "%%" : std::string(1, c);
    const double first = structure.origin[static_cast<std::size_t>(axis)];
    return fmt::format("%d: {:.4g} {}",
                       first + structure.cell_size * (static_cast<double>(index) + 0.5), unit);
}

void draw_slice(Pane& pane) {
    const Extents& extents = pane.simulation().state().extents(pane.shown()->structure);
    const std::array<std::size_t, 3> lengths{extents.width, extents.height, extents.depth};
    Slice& slice = pane.choices().slice;
    const auto axis = draw_combo("Slice axis", 3, static_cast<std::size_t>(slice.axis),
                                 [](std::size_t i) { return std::string(1, "xyz"[i]); });
    if (axis && static_cast<int>(*axis) != slice.axis) {
        slice = {.axis = static_cast<int>(*axis)};
        pane.choices().plane.reset();
    }
    const Structure& structure =
        pane.simulation().declaration().structures[pane.shown()->structure];
    int index = static_cast<int>(pane.plane().index);
    const int last = static_cast<int>(lengths[static_cast<std::size_t>(slice.axis)]) - 1;
    const std::string text = slice_text(structure, slice.axis, static_cast<std::size_t>(index));
    if (ImGui::SliderInt("Slice", &index, 0, last, text.c_str(), ImGuiSliderFlags_AlwaysClamp))
        slice.index = static_cast<std::size_t>(index);
}

void draw_sources(Pane& pane) {
    const std::vector<std::size_t> able = pane.color_sources();
    // For a liquid, the first entry is the liquid's default color, unless the annotation specifies
    // another color.
    const std::size_t own = pane.is_liquid() && pane.shown()->display.colors.empty() ? 1 : 0;
    if (able.size() + own < 2) return;
    const auto found =
        std::ranges::find_if(able, [&](std::size_t i) { return &pane.all()[i] == pane.colored(); });
    const std::size_t now =
        found == able.end() ? 0 : own + static_cast<std::size_t>(found - able.begin());
    const auto chosen = draw_combo("Color", own + able.size(), now, [&](std::size_t i) {
        return i < own ? "default" : pane.all()[able[i - own]].display.label;
    });
    if (chosen)
        pane.choices().colors = *chosen < own ? "" : pane.all()[able[*chosen - own]].full_name;
}

void draw_colormap(Pane& pane, const DeclaredView& colored) {
    const auto names = view::Colormap::names();
    const std::string now = colormap_of(colored);
    const auto chosen = draw_combo("Colormap", names.size(), index_of(names, std::string_view(now)),
                                   [&](std::size_t i) { return names[i]; });
    if (chosen) pane.look().colormap = names[*chosen];
}

void draw_range(Pane& pane) {
    static constexpr std::array<const char*, 3> kNames{"annotation", "values", "fixed"};
    DisplayOverride look = pane.look();
    const ColorScale& scale = pane.scale();
    const auto chosen = draw_combo("Range", kNames.size(), static_cast<std::size_t>(look.range),
                                   [](std::size_t i) { return kNames[i]; });
    if (chosen) {
        look.range = static_cast<DisplayOverride::Range>(*chosen);
        look.low = scale.low;
        look.high = scale.high;
    }
    if (look.range == DisplayOverride::Range::fixed) {
        const float speed = std::max(0.005f * std::abs(look.high - look.low), 1e-6f);
        ImGui::DragFloatRange2("Min, max", &look.low, &look.high, speed, 0, 0, "%.4g");
    }
    bool is_logarithmic = scale.is_logarithmic != 0;
    if (ImGui::Checkbox("Logarithmic", &is_logarithmic)) look.is_logarithmic = is_logarithmic;
    if (look != pane.look()) pane.look() = look;
}

void draw_colors(Pane& pane) {
    draw_sources(pane);
    const std::optional<DeclaredView> colored = pane.colored_as_seen();
    if (!colored || colored->is_color()) return;
    draw_colormap(pane, *colored);
    draw_range(pane);
}

/// Returns the scale that converts the level of a surface to a value. If another field colors the
/// surface, this is not the scale of the colors.
const ColorScale& level_scale_of(const Pane& pane) {
    return pane.colored() == pane.shown() ? pane.scale() : pane.level_scale();
}

/// Formats the value at a surface's level.
std::string level_text(const ColorScale& scale, float level) {
    const float value = scale.is_logarithmic
                            ? std::exp(std::lerp(std::log(scale.low), std::log(scale.high), level))
                            : std::lerp(scale.low, scale.high, level);
    return fmt::format("{:.4g}", value);
}

void draw_volume_widgets(Pane& pane, View view) {
    VolumeOptions& volume = pane.choices().volume;
    if (view == View::volume) {
        ImGui::SliderFloat("Density", &volume.density, 0.1f, 50.0f, "%.2f",
                           ImGuiSliderFlags_Logarithmic);
        ImGui::DragFloatRange2("Opacity", &volume.opacity_begin, &volume.opacity_end, 0.005f, 0, 1,
                               "from %.3f", "to %.3f", ImGuiSliderFlags_AlwaysClamp);
        if (ImGui::IsItemHovered())
            ImGui::SetTooltip(
                "values of the lowest and of the highest opacity,\nas fractions of the color "
                "range");
    }
    if (view == View::surface)
        ImGui::SliderFloat("Level", &volume.level, 0.0f, 1.0f,
                           level_text(level_scale_of(pane), volume.level).c_str(),
                           ImGuiSliderFlags_NoRoundToFormat | ImGuiSliderFlags_NoInput);
}

void draw_size(Pane& pane) {
    const float suitable = pane.suitable_radius();
    float radius = pane.radius();
    if (ImGui::SliderFloat("Radius", &radius, 0.02f * suitable, 20 * suitable, "%.3g",
                           ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoRoundToFormat))
        pane.choices().radius = radius;
    if (!ImGui::IsItemHovered()) return;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) pane.choices().radius = 0;
    ImGui::SetTooltip("right-click to reset to the default for this number of points");
}

void draw_relief(Pane& pane) {
    float relief = pane.relief();
    if (ImGui::SliderFloat("Relief", &relief, 0.0f, 4.0f, "%.2f")) pane.choices().relief = relief;
    if (!ImGui::IsItemHovered()) return;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) pane.choices().relief = -1;
    ImGui::SetTooltip(
        "darkening of points behind their neighbors;\nright-click to reset to the default for this "
        "number of points");
}

void draw_clearness(Pane& pane) {
    ImGui::SliderFloat("Clarity", &pane.choices().clear, 0.5f, 200.0f, "%.1f",
                       ImGuiSliderFlags_Logarithmic);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("visible depth in the liquid, in particle radii");
}

void draw_points_widgets(Pane& pane) {
    static constexpr std::array<const char*, 3> kNames{"balls", "glow", "liquid"};
    const auto chosen = draw_combo("Points", kNames.size(), static_cast<std::size_t>(pane.style()),
                                   [](std::size_t i) { return kNames[i]; });
    if (chosen) pane.set_style(static_cast<PointStyle>(*chosen));
    if (pane.style() != PointStyle::glow) draw_size(pane);
    if (pane.style() == PointStyle::balls) return draw_relief(pane);
    if (pane.style() == PointStyle::liquid) return draw_clearness(pane);
    GlowOptions& glow = pane.choices().glow;
    ImGui::SliderFloat("Radius", &glow.radius_px, 0.5f, 50.0f, "%.2f px",
                       ImGuiSliderFlags_Logarithmic);
    ImGui::SliderFloat("Brightness", &glow.light, 0.01f, 20.0f, "%.2f",
                       ImGuiSliderFlags_Logarithmic);
    ImGui::SliderFloat("Halo", &glow.halo, 0.0f, 2.0f, "%.2f");
    bool is_logarithmic = pane.points_options().glow.is_logarithmic.value_or(false);
    if (ImGui::Checkbox("Logarithmic brightness", &is_logarithmic))
        glow.is_logarithmic = is_logarithmic;
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("show brightness ratios of 1000 and more");
}

void draw_overlays(Viewer& viewer) {
    OverlayOptions& options = viewer.active().choices().overlay;
    const bool is_flat = viewer.active().is_flat();
    ImGui::Checkbox("Color bar", &options.color_bar);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("show the color bar");
    ImGui::SameLine();
    ImGui::Checkbox(is_flat ? "Border" : "Box", &options.box);
    ImGui::SameLine();
    is_flat ? ImGui::Checkbox("Scale", &options.scale_bar) : ImGui::Checkbox("Axes", &options.axes);
    ImGui::SameLine();
    ImGui::Checkbox("Status", &viewer.has_status());
}

void draw_camera(Viewer& viewer) {
    if (ImGui::Button("Fit")) viewer.fit();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("fit the view to all data (Home)");
    if (viewer.active().has_plane()) return;
    ImGui::SameLine();
    ImGui::Checkbox("Fly", &viewer.active().choices().is_flying);
    if (ImGui::IsItemHovered())
        ImGui::SetTooltip(
            "press F to start or stop flying, W A S D Q E to move (faster with Shift),\nand drag "
            "to look around");
}

void draw_bookmarks(Viewer& viewer) {
    for (std::size_t i = 0; i < Viewer::kBookmarks; ++i) {
        if (i > 0) ImGui::SameLine(0, 0.25f * ImGui::GetFontSize());
        const bool is_kept = viewer.has_bookmark(i);
        const float alpha = ImGui::GetStyle().Alpha * (is_kept ? 1.0f : 0.4f);
        ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
        const std::string label = fmt::format("{}##bookmark", i + 1);
        if (ImGui::SmallButton(label.c_str()))
            is_kept ? viewer.go_to_bookmark(i) : viewer.save_bookmark(i);
        ImGui::PopStyleVar();
        if (!ImGui::IsItemHovered()) continue;
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) viewer.save_bookmark(i);
        ImGui::SetTooltip(
            is_kept ? "return to this bookmark (%zu); right-click or press Ctrl+%zu\n"
                      "to replace it with the current view"
                    : "save the current view and camera (Ctrl+%zu);\npress %zu to return to it",
            i + 1, i + 1);
    }
}

}  // namespace

void draw_pane_widgets(Viewer& viewer) {
    draw_split(viewer);
    Pane& pane = viewer.active();
    if (!pane.shown()) return;
    draw_shown(pane);
    const Structure& structure =
        pane.simulation().declaration().structures[pane.shown()->structure];
    const View view = pane.shown_view();
    if (structure.extents.size() == 3 && view != View::points) draw_view(pane);
    if (structure.extents.size() == 3 && pane.is_flat()) draw_slice(pane);
    draw_colors(pane);
    draw_volume_widgets(pane, view);
    if (view == View::points) draw_points_widgets(pane);
    if (const DeclaredView* const over = pane.points_over())
        ImGui::Checkbox((over->display.label + "##over").c_str(), &pane.choices().has_points_over);
    draw_overlays(viewer);
    draw_camera(viewer);
    draw_bookmarks(viewer);
}

}  // namespace glint::studio
