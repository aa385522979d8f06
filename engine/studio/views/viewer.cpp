#include <glint/studio/views/viewer.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace glint::studio {
namespace {

constexpr double kClick_px = 4;
constexpr float kArrows_px = 28;

view::Box box_of_range(std::pair<double, double> range) {
    const auto low = static_cast<float>(range.first), high = static_cast<float>(range.second);
    return {.min = glm::vec3(low), .max = glm::vec3(high)};
}

}  // namespace

Viewer::Viewer(Simulation& simulation, const gl::Context& context, interop::Sharing sharing)
    : simulation_(&simulation),
      context_(context),
      sharing_(sharing),
      all_(shown_in(simulation.declaration())) {}

void Viewer::look_again() {
    picked_.reset();
    wanted_.reset();
    const std::string name = all_.empty() ? std::string() : all_[chosen_].name;
    all_ = shown_in(simulation_->declaration());
    const auto found = std::ranges::find(all_, name, &Shown::name);
    chosen_ = found == all_.end() ? 0 : static_cast<std::size_t>(found - all_.begin());
}

void Viewer::choose(std::size_t index) {
    if (index == chosen_ || index >= all_.size()) return;
    const std::size_t before = all_[chosen_].structure;
    chosen_ = index;
    style_.reset();
    if (all_[chosen_].structure != before) fit();
}

void Viewer::jump_to(const Picked& picked) {
    const auto shows = [&](const Shown& one) {
        return one.structure == picked.structure && one.view != View::none;
    };
    if (shown() && !shows(*shown())) {
        const auto found = std::ranges::find_if(all_, shows);
        if (found != all_.end()) choose(static_cast<std::size_t>(found - all_.begin()));
    }
    picked_ = wanted_ = picked;
}

// Places that are no numbers are nowhere.
void Viewer::centre_on(const Picked& picked) {
    if (picked.structure != shown()->structure) return;
    const glm::vec3 at(picked.at[0], picked.at[1], picked.at[2]);
    if (is_flat() && plane_) {
        plane_->centre = glm::dvec2(at) + 0.5;
        return;
    }
    view::OrbitCameraOptions pose = orbit_.pose();
    if (shown()->view != View::points) {
        const Extents& extents = simulation_->state().extents(picked.structure);
        const glm::vec3 size(extents.width, extents.height, extents.depth);
        pose.target = box_.min + (box_.max - box_.min) * (at + 0.5f) / size;
    } else if (shown()->field) {
        const auto bytes = simulation_->element({picked.structure, *shown()->field}, picked.at);
        const auto place = place_in(shown()->type, bytes);
        if (!place || !std::isfinite(place->x + place->y + place->z)) return;
        pose.target = *place;
    }
    orbit_.set_pose(pose);
}

void Viewer::fit() {
    plane_.reset();
    is_fitted_ = false;
}

glm::dvec2 Viewer::picture_px() const { return {canvas_->width(), canvas_->height()}; }

bool Viewer::is_flat() const {
    return shown() && shown()->view != View::points && shown()->view != View::volume &&
           shown()->view != View::surface;
}

bool Viewer::takes_drags() const {
    const auto& passes = simulation_->declaration().passes;
    return std::ranges::any_of(passes,
                               [](const DeclaredPass& pass) { return pass.role == Role::drag; });
}

void Viewer::draw(gl::Framebuffer& target) {
    if (!canvas_)
        canvas_.emplace(simulation_->stream(), context_, sharing_, target.width(), target.height());
    canvas_->resize(target.width(), target.height());
    simulation_->draw();
    canvas_->begin(is_flat() ? Background::plain : Background::space);
    arrows_.clear();
    if (shown()) draw_shown(*shown());
    canvas_->end();
    canvas_->show(target);
}

void Viewer::draw_shown(const Shown& one) {
    if (is_flat()) return draw_plane(one);
    if (!is_fitted_) fit_box();
    if (wanted_) centre_on(*std::exchange(wanted_, std::nullopt));
    if (one.view == View::points) return draw_points();
    scale_ = scale_of(*canvas_, *simulation_, one);
    draw_volume(*canvas_, *simulation_, one, orbit_, scale_, volume_);
}

void Viewer::draw_plane(const Shown& one) {
    if (simulation_->declaration().structures[one.structure].is_list()) return;
    const Extents& extents = simulation_->state().extents(one.structure);
    if (!plane_) plane_ = PlaneCamera::fitting({extents.width, extents.height}, picture_px());
    if (wanted_) centre_on(*std::exchange(wanted_, std::nullopt));
    scale_ = scale_of(*canvas_, *simulation_, one);
    draw_image(*canvas_, *simulation_, one, *plane_, scale_, extents.depth / 2);
    if (one.view == View::arrows)
        arrows_ =
            sample_arrows(*canvas_, *simulation_, one, *plane_, kArrows_px, extents.depth / 2);
}

const Shown* Viewer::coloured() const {
    if (!shown() || shown()->view != View::points) return shown();
    const std::vector<std::size_t> colours = colours_for(shown()->structure, all_);
    return colours.empty() ? nullptr : &all_[colours.front()];
}

glm::mat4 Viewer::to_clip() const {
    return orbit_.view_projection(static_cast<float>(canvas_->width()) /
                                  static_cast<float>(canvas_->height()));
}

void Viewer::draw_overlay() const {
    if (!canvas_ || !shown()) return;
    const Structure& structure = simulation_->declaration().structures[shown()->structure];
    if (overlay_.axes) {
        if (!is_flat())
            draw_box(box_, to_clip(), shown()->display.unit);
        else if (plane_)
            draw_plane_axes(structure, simulation_->state().extents(shown()->structure), *plane_);
    }
    draw_arrows(arrows_, 0.9f * kArrows_px);
    draw_picked();
    if (const Shown* values = coloured(); values && overlay_.colour_bar)
        draw_colour_bar(*values, scale_);
    if (overlay_.status) {
        const Step now = simulation_->now();
        const std::string& unit = simulation_->declaration().dt_unit;
        draw_status(fmt::format(
            "{}   step {}{}", simulation_->declaration().title, now.number,
            unit.empty() ? std::string() : fmt::format("   t = {:.4g} {}", now.time, unit)));
    }
}

// Points move, and the mark follows.
void Viewer::draw_picked() const {
    if (!picked_ || picked_->structure != shown()->structure) return;
    if (is_flat() && plane_) return mark_cell(*plane_, picked_->at[0], picked_->at[1]);
    if (shown()->view != View::points || !shown()->field) return;
    const auto bytes = simulation_->element({shown()->structure, *shown()->field}, picked_->at);
    if (const auto place = place_in(shown()->type, bytes)) mark_point(to_clip(), *place);
}

void Viewer::fit_box() {
    const Shown& one = *shown();
    const Extents& extents = simulation_->state().extents(one.structure);
    if (one.view != View::points)
        box_ = box_of(simulation_->declaration().structures[one.structure], extents);
    else if (one.display.range)
        box_ = box_of_range(*one.display.range);
    radius_ =
        0.12f * glm::length(box_.max - box_.min) / std::cbrt(static_cast<float>(extents.count()));
    orbit_.fit(box_, static_cast<float>(canvas_->width()) / static_cast<float>(canvas_->height()));
    is_fitted_ = true;
}

void Viewer::draw_points() {
    const Shown& places = *shown();
    const Shown* values = coloured();
    if (values) {
        scale_ = scale_of(*canvas_, *simulation_, *values);
        scale_.start = start_for_points(colormap_of(*values));
    }
    points_.draw(*canvas_, *simulation_, places, values, scale_, points_options());
}

PointsOptions Viewer::points_options() const {
    return {.style = style(),
            .to_clip = to_clip(),
            .focal_px = 0.5f * static_cast<float>(canvas_->height()) /
                        std::tan(0.5f * orbit_.pose().vertical_fov_rad),
            .radius = radius_,
            .target_depth = orbit_.distance_m(),
            .glow = glow_};
}

std::optional<Picked> Viewer::pick(glm::dvec2 px) {
    if (!canvas_ || !shown()) return std::nullopt;
    const Extents& extents = simulation_->state().extents(shown()->structure);
    const auto cells_of = [&](std::size_t index) {
        return Picked{shown()->structure,
                      {index % extents.width, index / extents.width % extents.height,
                       index / (extents.width * extents.height)}};
    };
    if (shown()->view == View::points) {
        const auto index = PointsView::pick(*canvas_, *simulation_, *shown(), points_options(), px);
        return index ? std::optional(cells_of(*index)) : std::nullopt;
    }
    if (!plane_) return std::nullopt;
    const glm::dvec2 at = glm::floor(plane_->at(px, picture_px()));
    if (at.x < 0 || at.y < 0 || at.x >= static_cast<double>(extents.width) ||
        at.y >= static_cast<double>(extents.height))
        return std::nullopt;
    return Picked{
        shown()->structure,
        {static_cast<std::size_t>(at.x), static_cast<std::size_t>(at.y), extents.depth / 2}};
}

std::array<float, 3> Viewer::place_at(glm::dvec2 px) const {
    if (is_flat() && plane_) {
        const glm::dvec2 at = plane_->at(px, picture_px());
        return {static_cast<float>(at.x), static_cast<float>(at.y), 0};
    }
    // On the plane through the camera's target that faces it.
    const auto size = glm::vec2(picture_px());
    const glm::mat4 from_clip = glm::inverse(orbit_.view_projection(size.x / size.y));
    const glm::vec2 ndc(2 * static_cast<float>(px.x) / size.x - 1,
                        1 - 2 * static_cast<float>(px.y) / size.y);
    const auto unprojected = [&](float z) {
        const glm::vec4 p = from_clip * glm::vec4(ndc, z, 1);
        return glm::vec3(p) / p.w;
    };
    const glm::vec3 eye = orbit_.eye(), ahead = glm::normalize(unprojected(0.5f) - eye);
    const glm::vec3 normal = glm::normalize(orbit_.pose().target - eye);
    const glm::vec3 at =
        eye + ahead * (glm::dot(orbit_.pose().target - eye, normal) / glm::dot(ahead, normal));
    return {at.x, at.y, at.z};
}

void Viewer::control(const app::Frame& frame) {
    if (!canvas_ || !shown()) return;
    click(frame);
    if (takes_drags()) drag(frame);
    if (is_flat()) {
        move_plane(frame);
    } else {
        frame.control(orbit_);
    }
}

// A click is a press and a release at one place.
void Viewer::click(const app::Frame& frame) {
    const gl::MouseButton picks = takes_drags() ? gl::MouseButton::right : gl::MouseButton::left;
    for (const gl::Event& event : frame.events()) {
        const auto* button = std::get_if<gl::MouseButtonEvent>(&event);
        if (!button || button->button != picks) continue;
        const glm::dvec2 at(button->x_px, button->y_px);
        if (button->action == gl::Action::press) pressed_at_ = at;
        const bool is_click = button->action == gl::Action::release && pressed_at_ &&
                              glm::distance(at, *pressed_at_) < kClick_px;
        if (is_click) picked_ = pick(at);
    }
}

void Viewer::drag(const app::Frame& frame) {
    const auto at = [&](glm::dvec2 px) {
        const std::array<float, 3> place = place_at(px);
        const std::array<float, 3> before = dragged_from_ ? place_at(*dragged_from_) : place;
        simulation_->drag({.place = place, .before = before});
        dragged_from_ = px;
    };
    for (const gl::Event& event : frame.events()) {
        const auto* button = std::get_if<gl::MouseButtonEvent>(&event);
        if (button && button->button == gl::MouseButton::left &&
            button->action == gl::Action::press) {
            dragged_from_.reset();
            at({button->x_px, button->y_px});
        }
    }
    for (const gl::MouseMoveEvent& move : frame.drags()) at({move.x_px, move.y_px});
    if (!frame.is_dragged())
        dragged_from_.reset();
    else if (dragged_from_ && frame.drags().empty())
        at(*dragged_from_);
}

void Viewer::move_plane(const app::Frame& frame) {
    if (!plane_) return;
    glm::dvec2 cursor = picture_px() * 0.5;
    for (const gl::Event& event : frame.events()) {
        if (const auto* move = std::get_if<gl::MouseMoveEvent>(&event))
            cursor = {move->x_px, move->y_px};
        if (const auto* scroll = std::get_if<gl::ScrollEvent>(&event))
            plane_->zoom(scroll->dy, cursor, picture_px());
    }
    if (!takes_drags())
        for (const gl::MouseMoveEvent& move : frame.drags()) plane_->pan({move.dx_px, move.dy_px});
}

}  // namespace glint::studio
