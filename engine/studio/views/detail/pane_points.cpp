// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/pane.hpp>

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

// Draws points over the current view, and colors the view by another field.
namespace glint::studio {
namespace {

constexpr double kFlatMargin_px = 45;

}  // namespace

// Points over a 3D grid are drawn in the grid's box. Points are not drawn over a slice, because
// they would hide the slice.
const DeclaredView* Pane::points_over() const {
    if (!shown() || difference_ || shown()->view == View::points) return nullptr;
    const Structure& grid = simulation_->declaration().structures[shown()->structure];
    if (grid.extents.size() == 3 && is_flat()) return nullptr;
    const auto found = std::ranges::find_if(all_, [&](const DeclaredView& one) {
        return one.view == View::points && one.display.over == grid.name;
    });
    return found == all_.end() ? nullptr : &*found;
}

// Returns the style of points over a view. Balls replace a liquid, which would hide the view.
PointStyle Pane::style_over() const {
    const PointStyle style = seen_now(*points_over()).style;
    return style == PointStyle::liquid ? PointStyle::balls : style;
}

// Returns the options for points over a 3D grid. The radius depends on the number of points.
PointsOptions Pane::options_over() const {
    const Extents& extents = simulation_->state().extents(points_over()->structure);
    PointsOptions options = points_options();
    options.style = style_over();
    options.relief = 0;
    options.radius =
        0.06f * glm::length(box().size()) / std::cbrt(static_cast<float>(extents.count()));
    return options;
}

// Returns the options for points over a plane. The camera is without perspective: every position
// has depth 1.
PointsOptions Pane::options_over_plane() const {
    const Structure& grid = simulation_->declaration().structures[shown()->structure];
    const Extents& points = simulation_->state().extents(points_over()->structure);
    const PlaneCamera camera = plane_camera();
    const GridPlane cells = plane();
    const auto cell = static_cast<float>(grid.cell_size);
    const glm::vec2 per_cell =
        2.0f / (static_cast<float>(camera.units_per_px) * glm::vec2(part_.width, part_.height));
    const glm::vec2 center(camera.center);
    PointsOptions options{.style = style_over(),
                          .to_clip = glm::mat4(0.0f),
                          .focal_px = 1 / (static_cast<float>(camera.units_per_px) * cell),
                          .glow = choices_.glow};
    options.to_clip[0][0] = per_cell.x / cell;
    const float y_sign = camera.is_y_down ? -1.0f : 1.0f;
    options.to_clip[1][1] = y_sign * per_cell.y / cell;
    options.to_clip[3] = glm::vec4(-per_cell.x * center.x, -y_sign * per_cell.y * center.y, 0, 1);
    options.radius = 0.12f * cell * glm::length(glm::vec2(cells.width, cells.height)) /
                     std::sqrt(static_cast<float>(points.count()));
    return options;
}

// Returns a camera that shows all points. Leaves the same margin as around a box of 3D points.
PlaneCamera Pane::fitting_points(glm::dvec2 picture_px) const {
    const view::Box all = box();
    const double shorter = std::min(picture_px.x, picture_px.y);
    const double grown = shorter / std::max(shorter - 2 * kFlatMargin_px, 0.8 * shorter);
    const glm::dvec2 size(glm::max(glm::vec2(all.size()), 1e-6f * all.size().x + 1e-20f));
    PlaneCamera camera = PlaneCamera::fitting(size * grown, picture_px);
    camera.center = glm::dvec2(all.center());
    return camera;
}

// Returns a projection without perspective, x to the right and y up: every position has depth 1.
glm::mat4 Pane::flat_to_clip() const {
    const PlaneCamera camera = plane_camera();
    const glm::dvec2 per_unit = 2.0 / (camera.units_per_px * picture_px());
    glm::mat4 to_clip(1.0f);
    to_clip[0][0] = static_cast<float>(per_unit.x);
    to_clip[1][1] = static_cast<float>(per_unit.y);
    to_clip[3] = glm::vec4(glm::vec2(-per_unit * camera.center), 0, 1);
    return to_clip;
}

// Adapts options to points in a plane. Replaces the liquid style, because a liquid needs depth,
// which these points do not have.
void Pane::make_flat(PointsOptions& options) const {
    if (options.style == PointStyle::liquid) options.style = PointStyle::balls;
    options.focal_px = static_cast<float>(1 / plane_camera().units_per_px);
    options.target_depth = 1;
}

glm::vec3 Pane::eye() const {
    if (!are_points_flat()) return choices_.orbit.eye();
    return {box().center().x, box().center().y, 1};
}

void Pane::draw_points_over(const PointsOptions& options) {
    const DeclaredView& places = *points_over();
    const std::vector<std::size_t> able = colors_for(places.structure, all_);
    const auto named = std::ranges::find_if(
        able, [&](std::size_t i) { return all_[i].name == places.display.colors; });
    std::optional<DeclaredView> values;
    if (named != able.end() || !able.empty())
        values = seen_now(all_[named == able.end() ? able.front() : *named]);
    const ColorScale scale =
        values ? scale_of(*canvas_, *simulation_, *values, over_range_) : ColorScale{};
    over_.draw(*canvas_, *simulation_, places, values ? &*values : nullptr, scale, options);
}

// Returns the colors of a surface if they come from a field other than that of the current view,
// and nullopt otherwise. The surface's level belongs to the current view, and the color bar shows
// the other field.
std::optional<SurfaceTint> Pane::tint_of(const DeclaredView& one) {
    const DeclaredView* const source = colored();
    if (one.view != View::surface || difference_ || source == shown()) return std::nullopt;
    const DeclaredView values = seen_now(*source);
    level_scale_ = scale_of(*canvas_, *simulation_, one, level_range_);
    scale_by(values);
    return SurfaceTint{.values = values_of(*simulation_, values),
                       .type = values.type,
                       .colormap = colormap_of(values),
                       .scale = scale_};
}

}  // namespace glint::studio
