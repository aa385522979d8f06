// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/pane.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

namespace glint::studio {
namespace {

constexpr float kArrows_px = 28;
constexpr float kMargin_px = 30;

view::Box box_of_range(std::pair<double, double> range) {
    const auto low = static_cast<float>(range.first), high = static_cast<float>(range.second);
    return {.min = glm::vec3(low), .max = glm::vec3(high)};
}

bool is_plane(View view) { return view == View::image || view == View::arrows; }

/// Returns three quarters of the distance between `count` points that are spread evenly over half
/// of a box of this size, or over half of a face if the box is flat.
float overlapping_radius(const glm::vec3& size, float count) {
    const float least = 1e-3f * std::max({size.x, size.y, size.z});
    float filled = 0.5f;
    int axes = 0;
    for (const float side : {size.x, size.y, size.z})
        if (side > least) filled *= side, ++axes;
    return 0.75f * std::pow(filled / count, 1.0f / static_cast<float>(std::max(axes, 1)));
}

}  // namespace

DeclaredView seen(DeclaredView shown, const DisplayOverride& look) {
    Display& display = shown.display;
    if (look.range == DisplayOverride::Range::values) display.range.reset();
    if (look.range == DisplayOverride::Range::fixed && look.high > look.low)
        display.range = {static_cast<double>(look.low), static_cast<double>(look.high)};
    if (look.is_logarithmic) display.logarithmic = *look.is_logarithmic;
    if (display.logarithmic && shown.view != View::points && display.range &&
        display.range->first <= 0)
        display.range.reset();
    if (look.colormap) display.colormap = *look.colormap;
    if (look.view) shown.view = *look.view;
    if (look.style) shown.style = *look.style;
    return shown;
}

PaneChoices Bookmark::for_picture(glm::dvec2 px) const {
    PaneChoices same = choices;
    if (same.plane && glm::all(glm::greaterThan(glm::min(px, picture_px), glm::dvec2(0))))
        same.plane->units_per_px *= std::max(picture_px.x / px.x, picture_px.y / px.y);
    return same;
}

Pane::Pane(Simulation& simulation, std::shared_ptr<ViewKernels> kernels,
           std::optional<gl::Context> context, interop::Sharing sharing)
    : simulation_(&simulation),
      dragged_{&simulation},
      kernels_(std::move(kernels)),
      context_(std::move(context)),
      sharing_(sharing),
      all_(declared_views(simulation.declaration())) {
    if (shown()) choices_.shown = shown()->full_name;
}

void Pane::refresh_views() {
    picked_.reset();
    wanted_.reset();
    all_ = declared_views(simulation_->declaration());
    chosen_ = 0;
    set_choices(PaneChoices(choices_));
}

void Pane::set_choices(const PaneChoices& choices) {
    const std::string before = shown() ? shown()->full_name : std::string();
    choices_ = choices;
    const auto find = [&](const std::string& name) {
        const auto found = std::ranges::find(all_, name, &DeclaredView::full_name);
        return found == all_.end() ? std::nullopt : std::optional(found - all_.begin());
    };
    auto index = find(choices.shown);
    if (!index) index = find(before);
    is_missing_ = false;
    chosen_ = index ? static_cast<std::size_t>(*index) : 0;
    if (!shown() || choices_.shown == shown()->full_name) return;
    choices_.shown = shown()->full_name;
    choices_.bounds.reset();
}

// Returns the element that corresponds to the picked element of `other`: it has the same indices,
// in the structure with the same name. Returns nullopt if that element does not exist here.
std::optional<Picked> Pane::picked_like(const Pane& other) const {
    if (!other.picked_) return std::nullopt;
    const auto& theirs = other.simulation_->declaration().structures;
    const auto& ours = simulation_->declaration().structures;
    const auto found =
        std::ranges::find(ours, theirs[other.picked_->structure].name, &Structure::name);
    if (found == ours.end()) return std::nullopt;
    const Picked like{static_cast<std::size_t>(found - ours.begin()), other.picked_->at};
    return is_there(like) ? std::optional(like) : std::nullopt;
}

bool Pane::is_there(const Picked& picked) const {
    const Extents& extents = simulation_->state().extents(picked.structure);
    return picked.at[0] < extents.width && picked.at[1] < extents.height &&
           picked.at[2] < extents.depth;
}

void Pane::follow(const Pane& leader) {
    set_choices(leader.choices_);
    picked_ = picked_like(leader);
    is_missing_ = choices_.shown != leader.choices_.shown;
    if (!is_missing_) return;
    message_ = fmt::format("{} has no field or function '{}'",
                           simulation_->file().filename().string(), leader.choices_.shown);
}

void Pane::choose(std::size_t index) {
    if (index == chosen_ || index >= all_.size()) return;
    const std::size_t before = all_[chosen_].structure;
    const bool were_points_flat = are_points_flat();
    chosen_ = index;
    choices_.shown = all_[chosen_].full_name;
    choices_.bounds.reset();
    if (all_[chosen_].view != View::points) choices_.colors.clear();
    const bool has_same_plane = are_points_flat() == were_points_flat;
    if (all_[chosen_].structure == before && has_same_plane) return;
    choices_.slice = {};
    fit();
}

void Pane::choose(const std::string& name) {
    const NamedView view = find_view(simulation_->declaration(), all_, name);
    choose(view.index);
    if (view.colors) choices_.colors = all_[*view.colors].full_name;
}

void Pane::fit() {
    choices_.plane.reset();
    choices_.is_fitted = true;
    choices_.bounds.reset();
}

std::vector<std::size_t> Pane::color_sources() const {
    if (shown()->view == View::points) return colors_for(shown()->structure, all_);
    if (shown_view() != View::surface || difference_) return {chosen_};
    std::vector<std::size_t> able = colors_for(shown()->structure, all_);
    std::erase(able, chosen_);
    able.insert(able.begin(), chosen_);
    return able;
}

std::size_t Pane::colors_index() const {
    const std::vector<std::size_t> able = color_sources();
    for (const std::size_t i : able)
        if (all_[i].full_name == choices_.colors) return i;
    for (const std::size_t i : able)
        if (all_[i].name == shown()->display.colors) return i;
    // If no color is chosen or annotated, a liquid has its default color.
    return able.empty() || is_liquid() ? all_.size() : able.front();
}

void Pane::set_view(View view) {
    DisplayOverride& look = difference_ ? this->look() : choices_.overrides[shown()->full_name];
    look.view = view;
}

const DeclaredView* Pane::colored() const {
    if (!shown()) return nullptr;
    const std::size_t index = colors_index();
    return index < all_.size() ? &all_[index] : nullptr;
}

std::string Pane::view_name() const {
    const DeclaredView* of = colored() ? colored() : shown();
    if (!of) return {};
    return difference_ ? Difference::name_of(*of) : of->full_name;
}

DisplayOverride& Pane::look() { return choices_.overrides[view_name()]; }

std::optional<DeclaredView> Pane::colored_as_seen() const {
    if (drawn_ && drawn_->full_name == view_name()) return drawn_;
    return colored() ? std::optional(seen_now(*colored())) : std::nullopt;
}

DeclaredView Pane::seen_now(const DeclaredView& one) const {
    const auto found = choices_.overrides.find(one.full_name);
    return found == choices_.overrides.end() ? one : seen(one, found->second);
}

bool Pane::is_flat() const { return shown() && is_plane(shown_view()); }

bool Pane::are_points_flat() const {
    return shown() && shown()->view == View::points && shown()->type.parts.front().components == 2;
}

bool Pane::takes_drags() const {
    const auto& passes = simulation_->declaration().passes;
    return std::ranges::any_of(passes,
                               [](const DeclaredPass& pass) { return pass.role == Role::drag; });
}

// Returns the slice to draw. A grid of two extents has a single slice.
Slice Pane::slice() const {
    const Structure& structure = simulation_->declaration().structures[shown()->structure];
    return structure.extents.size() == 3 ? choices_.slice : Slice{};
}

GridPlane Pane::plane() const {
    return plane_of(simulation_->state().extents(shown()->structure), slice());
}

PlaneCamera Pane::plane_camera(glm::dvec2 picture_px) const {
    if (are_points_flat()) {
        PlaneCamera camera = choices_.plane.value_or(fitting_points(picture_px));
        camera.is_y_down = false;
        return camera;
    }
    const GridPlane cells = plane();
    PlaneCamera camera =
        choices_.plane.value_or(PlaneCamera::fitting({cells.width, cells.height}, picture_px));
    camera.is_y_down = simulation_->declaration().structures[shown()->structure].y_is_down;
    return camera;
}

glm::mat4 Pane::to_clip() const {
    return are_points_flat() ? flat_to_clip() : choices_.orbit.view_projection(part_.aspect());
}

view::Box Pane::box() const {
    const DeclaredView& one = *shown();
    if (one.view != View::points)
        return box_of(simulation_->declaration().structures[one.structure],
                      simulation_->state().extents(one.structure));
    view::Box box = one.display.range ? box_of_range(*one.display.range)
                                      : choices_.bounds.value_or(view::Box{});
    if (are_points_flat()) box.min.z = box.max.z = 0;
    return box;
}

float Pane::suitable_radius() const {
    const auto count = static_cast<float>(simulation_->state().extents(shown()->structure).count());
    if (is_liquid()) return overlapping_radius(box().size(), count);
    const float along = are_points_flat() ? std::sqrt(count) : std::cbrt(count);
    return 0.12f * glm::length(box().size()) / along;
}

float Pane::relief() const {
    if (choices_.relief >= 0) return choices_.relief;
    return simulation_->state().extents(shown()->structure).count() >= kManyPoints ? 1.0f : 0.0f;
}

PointsOptions Pane::points_options() const {
    GlowOptions glow = choices_.glow;
    glow.is_logarithmic = glow.is_logarithmic.value_or(shown()->display.logarithmic);
    PointsOptions options{.style = style(),
                          .to_clip = to_clip(),
                          .focal_px = 0.5f * static_cast<float>(part_.height) /
                                      std::tan(0.5f * choices_.orbit.pose().vertical_fov_rad),
                          .radius = radius(),
                          .relief = relief(),
                          .clear = choices_.clear,
                          .target_depth = choices_.orbit.distance_m(),
                          .glow = glow};
    if (are_points_flat()) make_flat(options);
    return options;
}

void Pane::jump_to(const Picked& picked) {
    const auto shows = [&](const DeclaredView& one) {
        return one.structure == picked.structure && one.view != View::none;
    };
    if (shown() && !shows(*shown())) {
        const auto found = std::ranges::find_if(all_, shows);
        if (found != all_.end()) choose(static_cast<std::size_t>(found - all_.begin()));
    }
    picked_ = wanted_ = picked;
}

// Centers the view on an element. Does not move to a position with NaN or infinity.
void Pane::center_on(const Picked& picked) {
    const DeclaredView one = seen_now(*shown());
    if (picked.structure != one.structure) return;
    if (is_plane(one.view)) {
        const GridPlane cells = plane();
        const auto along = [&](int axis) { return picked.at[static_cast<std::size_t>(axis)]; };
        choices_.slice = {.axis = cells.through, .index = along(cells.through)};
        PlaneCamera camera = plane_camera();
        camera.center = glm::dvec2(along(cells.across), along(cells.up)) + 0.5;
        choices_.plane = camera;
        return;
    }
    view::OrbitCameraOptions pose = choices_.orbit.pose();
    if (one.view != View::points) {
        const Extents& extents = simulation_->state().extents(picked.structure);
        const glm::vec3 size(extents.width, extents.height, extents.depth);
        const glm::vec3 at(picked.at[0], picked.at[1], picked.at[2]);
        pose.target = box().min + box().size() * (at + 0.5f) / size;
    } else if (one.field) {
        const auto bytes = simulation_->element({picked.structure, *one.field}, picked.at);
        const auto place = place_in(one.type, bytes);
        if (!place || !std::isfinite(place->x + place->y + place->z)) return;
        pose.target = *place;
        if (are_points_flat()) {
            PlaneCamera camera = plane_camera();
            camera.center = {place->x, place->y};
            choices_.plane = camera;
        }
    }
    choices_.is_fitted = false;
    choices_.orbit.set_pose(pose);
}

void Pane::draw_part(const gl::Rectangle& part) {
    if (!canvas_) canvas_.emplace(kernels_, context_, sharing_, part.width, part.height);
    canvas_->resize(part.width, part.height);
    part_ = part;
    canvas_->begin(is_flat() ? Background::plain : Background::space);
    arrows_.clear();
    drawn_.reset();
    if (picked_ && !is_there(*picked_)) picked_.reset();  // extents can change at a reset
    if (!is_missing_) message_.clear();
    if (shown()) draw_shown(seen_now(*shown()));
    canvas_->end();
}

void Pane::draw(gl::Framebuffer& target, const gl::Rectangle& part) {
    draw_part(part);
    canvas_->show(target, part);
}

Picture Pane::picture(const gl::Rectangle& part) {
    draw_part(part);
    return canvas_->picture();
}

// Returns the view to draw: `one`, or its difference from another simulation if this pane shows
// differences. Returns nullopt if the difference cannot be computed.
std::optional<DeclaredView> Pane::valued(const DeclaredView& one) {
    if (!difference_) return one;
    const std::optional<DeclaredView> made = difference_->of(*kernels_, *simulation_, one);
    if (!made) {
        message_ = difference_->why();
        return std::nullopt;
    }
    return seen_now(*made);
}

void Pane::scale_by(const DeclaredView& one) {
    drawn_ = one;
    const bool is_like = like_ && like_->drawn_ && like_->drawn_->full_name == one.full_name &&
                         like_->drawn_->type == one.type;
    scale_ = is_like ? like_->scale_ : scale_of(*canvas_, *simulation_, one, range_);
}

void Pane::draw_shown(const DeclaredView& one) {
    if (one.view == View::points && !one.display.range && !choices_.bounds)
        choices_.bounds = bounds_of(*canvas_, *simulation_, one);
    if (!is_plane(one.view) && choices_.is_fitted) fit_camera();
    if (!is_plane(one.view) && wanted_) center_on(*std::exchange(wanted_, std::nullopt));
    if (one.view == View::points) return draw_points(one);
    const std::optional<DeclaredView> values = valued(one);
    if (!values) return;
    is_plane(one.view) ? draw_plane(*values) : draw_space(*values);
}

// Fits the camera to the box, and leaves space around the box for the numbers at its edges.
void Pane::fit_camera() {
    const auto shorter = static_cast<float>(std::min(part_.width, part_.height));
    const float grown = shorter / std::max(shorter - 2 * kMargin_px, 0.8f * shorter);
    const view::Box all = box();
    const glm::vec3 half = 0.5f * grown * all.size();
    choices_.orbit.fit({.min = all.center() - half, .max = all.center() + half}, part_.aspect());
}

// Draws a volume or a surface, and points over it. Balls hide parts of the volume, so they are
// drawn first. Spots of light do not hide the volume, so they are drawn last.
void Pane::draw_space(const DeclaredView& one) {
    const std::optional<SurfaceTint> tint = tint_of(one);
    if (!tint) scale_by(one);
    const bool has_points = points_over() && choices_.has_points_over;
    const bool are_balls = has_points && options_over().style == PointStyle::balls;
    if (are_balls) draw_points_over(options_over());
    volume_.draw(*canvas_, volume_of(*simulation_, one), choices_.orbit,
                 {.view = one.view,
                  .colormap = colormap_of(one),
                  .scale = tint ? level_scale_ : scale_,
                  .options = choices_.volume,
                  .tint = tint,
                  .nearest = are_balls ? over_.nearest() : nullptr});
    if (has_points && !are_balls) draw_points_over(options_over());
}

void Pane::draw_plane(const DeclaredView& one) {
    if (simulation_->declaration().structures[one.structure].is_list()) return;
    if (wanted_) center_on(*std::exchange(wanted_, std::nullopt));
    const PlaneCamera camera = plane_camera();
    scale_by(one);
    draw_image(*canvas_, *simulation_, one, camera, scale_, slice());
    if (points_over() && choices_.has_points_over) draw_points_over(options_over_plane());
    if (one.view == View::arrows)
        arrows_ = sample_arrows(*canvas_, *simulation_, one, camera, kArrows_px, slice());
}

void Pane::draw_points(const DeclaredView& places) {
    const DeclaredView* source = colored() ? colored() : difference_ ? &places : nullptr;
    const std::optional<DeclaredView> values = source ? valued(seen_now(*source)) : std::nullopt;
    if (values) {
        scale_by(*values);
        scale_.start = start_for_points(colormap_of(*values));
    }
    if (values || !source)
        points_.draw(*canvas_, *simulation_, places, values ? &*values : nullptr, scale_,
                     points_options());
}

void Pane::draw_overlay(bool is_one_of_several, float covered_px) const {
    if (!canvas_) return;
    gl::Rectangle free_part = part_;
    free_part.height -= std::min(static_cast<int>(covered_px), part_.height - 1);
    const PaneOverlay overlay(part_), free(free_part);
    if (shown()) {
        const DeclaredView one = seen_now(*shown());
        draw_axes(overlay, free, one);
        overlay.arrows(arrows_, 0.9f * kArrows_px);
        draw_picked(overlay, one);
        if (choices_.overlay.color_bar && drawn_) free.color_bar(*drawn_, scale_);
    }
    if (!message_.empty()) overlay.message(message_);
    const bool has_label = drawn_ && !drawn_->is_color();
    if (!caption_.empty())
        overlay.caption(caption_);
    else if (shown() && is_one_of_several && !has_label)
        overlay.caption(shown()->display.label);
}

void Pane::draw_axes(const PaneOverlay& overlay, const PaneOverlay& free,
                     const DeclaredView& one) const {
    const Structure& structure = simulation_->declaration().structures[one.structure];
    const OverlayOptions& options = choices_.overlay;
    if (!is_plane(one.view)) {
        const std::string& unit = one.view == View::points ? one.display.unit : structure.cell_unit;
        const auto [x, y, z] = structure.origin;
        return overlay.box(box(), to_clip(), eye(), unit, {x, y, z}, options);
    }
    if (structure.is_list()) return;
    const GridPlane cells = plane();
    if (options.box) overlay.border({cells.width, cells.height}, plane_camera());
    if (options.scale_bar) free.scale_bar(structure, plane_camera());
}

// Draws the mark of the picked element. If the element is a moving point, the mark follows it.
void Pane::draw_picked(const PaneOverlay& overlay, const DeclaredView& one) const {
    if (!picked_ || picked_->structure != one.structure) return;
    if (is_plane(one.view)) {
        const GridPlane cells = plane();
        const auto along = [&](int axis) { return picked_->at[static_cast<std::size_t>(axis)]; };
        if (along(cells.through) == cells.index)
            overlay.mark_cell(plane_camera(), along(cells.across), along(cells.up));
        return;
    }
    if (one.view != View::points || !one.field) return;
    const auto bytes = simulation_->element({one.structure, *one.field}, picked_->at);
    if (const auto place = place_in(one.type, bytes)) overlay.mark_point(to_clip(), *place);
}

std::optional<Picked> Pane::pick(glm::dvec2 px) {
    if (!canvas_ || !shown()) return std::nullopt;
    const std::size_t structure = shown()->structure;
    if (shown()->view == View::points) {
        const auto index = PointsView::pick(*canvas_, *simulation_, *shown(), points_options(), px);
        if (!index) return std::nullopt;
        return Picked{structure, simulation_->state().extents(structure).place_of(*index)};
    }
    if (!is_flat()) return std::nullopt;
    const GridPlane cells = plane();
    // Uses the center of the pixel, because a corner of the picture lies on the edge of a cell.
    const glm::dvec2 middle = glm::floor(px) + 0.5;
    const glm::dvec2 at = glm::floor(plane_camera().at(middle, picture_px()));
    if (at.x < 0 || at.y < 0 || at.x >= static_cast<double>(cells.width) ||
        at.y >= static_cast<double>(cells.height))
        return std::nullopt;
    return Picked{structure,
                  cells.cell(static_cast<std::size_t>(at.x), static_cast<std::size_t>(at.y))};
}

}  // namespace glint::studio
