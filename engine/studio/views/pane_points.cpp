#include <glint/studio/views/pane.hpp>

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

// What a pane draws besides what is shown: points over it, and another field's colours on it.
namespace glint::studio {

// Of a grid in space they are in its box; a slice would be hidden by all that are not near it.
const Shown* Pane::points_over() const {
    if (!shown() || difference_ || shown()->view == View::points) return nullptr;
    const Structure& grid = simulation_->declaration().structures[shown()->structure];
    if (grid.extents.size() == 3 && is_flat()) return nullptr;
    const auto found = std::ranges::find_if(all_, [&](const Shown& one) {
        return one.view == View::points && one.display.over == grid.name;
    });
    return found == all_.end() ? nullptr : &*found;
}

// A liquid would hide what it is over.
PointStyle Pane::style_over() const {
    const PointStyle style = seen_now(*points_over()).style;
    return style == PointStyle::liquid ? PointStyle::balls : style;
}

// As far apart as so many are in the grid, and no larger than a cell or two.
PointsOptions Pane::options_over() const {
    const Extents& extents = simulation_->state().extents(points_over()->structure);
    PointsOptions options = points_options();
    options.style = style_over();
    options.relief = 0;
    options.radius =
        0.06f * glm::length(box().size()) / std::cbrt(static_cast<float>(extents.count()));
    return options;
}

// Through a camera without perspective: each place has the depth 1.
PointsOptions Pane::options_over_plane() const {
    const Structure& grid = simulation_->declaration().structures[shown()->structure];
    const Extents& points = simulation_->state().extents(points_over()->structure);
    const PlaneCamera camera = plane_camera();
    const GridPlane cells = plane();
    const auto cell = static_cast<float>(grid.cell_size);
    const glm::vec2 per_cell =
        2.0f / (static_cast<float>(camera.units_per_px) * glm::vec2(part_.width, part_.height));
    const glm::vec2 centre(camera.centre);
    PointsOptions options{.style = style_over(),
                          .to_clip = glm::mat4(0.0f),
                          .focal_px = 1 / (static_cast<float>(camera.units_per_px) * cell),
                          .glow = choices_.glow};
    options.to_clip[0][0] = per_cell.x / cell;
    const float y_sign = camera.is_y_down ? -1.0f : 1.0f;
    options.to_clip[1][1] = y_sign * per_cell.y / cell;
    options.to_clip[3] = glm::vec4(-per_cell.x * centre.x, -y_sign * per_cell.y * centre.y, 0, 1);
    options.radius = 0.12f * cell * glm::length(glm::vec2(cells.width, cells.height)) /
                     std::sqrt(static_cast<float>(points.count()));
    return options;
}

void Pane::draw_points_over(const PointsOptions& options) {
    const Shown& places = *points_over();
    const std::vector<std::size_t> able = colours_for(places.structure, all_);
    const auto named = std::ranges::find_if(
        able, [&](std::size_t i) { return all_[i].name == places.display.colours; });
    std::optional<Shown> values;
    if (named != able.end() || !able.empty())
        values = seen_now(all_[named == able.end() ? able.front() : *named]);
    const ColourScale scale =
        values ? scale_of(*canvas_, *simulation_, *values, over_range_) : ColourScale{};
    over_.draw(*canvas_, *simulation_, places, values ? &*values : nullptr, scale, options);
}

// The level is one of what is shown; the bar has the colours of the other.
std::optional<SurfaceTint> Pane::tint_of(const Shown& one) {
    const Shown* const source = coloured();
    if (one.view != View::surface || difference_ || source == shown()) return std::nullopt;
    const Shown values = seen_now(*source);
    level_scale_ = scale_of(*canvas_, *simulation_, one, level_range_);
    scale_by(values);
    return SurfaceTint{.values = values_of(*simulation_, values),
                       .type = values.type,
                       .colormap = colormap_of(values),
                       .scale = scale_};
}

}  // namespace glint::studio
