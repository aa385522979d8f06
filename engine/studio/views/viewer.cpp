#include <glint/studio/views/viewer.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <variant>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace glint::studio {
namespace {

/// Points that the first look at them goes by.
constexpr std::size_t kLookedAt = 100'000;

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
    const std::string name = all_.empty() ? std::string() : all_[chosen_].name;
    all_ = shown_in(simulation_->declaration());
    const auto found = std::ranges::find(all_, name, &Shown::name);
    chosen_ = found == all_.end() ? 0 : static_cast<std::size_t>(found - all_.begin());
}

void Viewer::choose(std::size_t index) {
    if (index == chosen_ || index >= all_.size()) return;
    const std::size_t before = all_[chosen_].structure;
    chosen_ = index;
    if (all_[chosen_].structure != before) fit();
}

void Viewer::fit() {
    plane_.reset();
    is_fitted_ = false;
}

glm::dvec2 Viewer::picture_px() const { return {canvas_->width(), canvas_->height()}; }

bool Viewer::is_flat() const { return shown() && shown()->view != View::points; }

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
    canvas_->begin();
    if (const Shown* one = shown(); one && one->view == View::points) {
        draw_points();
    } else if (one && !simulation_->declaration().structures[one->structure].is_list()) {
        const Extents& extents = simulation_->state().extents(one->structure);
        if (!plane_) plane_ = PlaneCamera::fitting({extents.width, extents.height}, picture_px());
        scale_ = scale_of(*canvas_, *simulation_, *one);
        draw_image(*canvas_, *simulation_, *one, *plane_, scale_, extents.depth / 2);
    }
    canvas_->end();
    canvas_->show(target);
}

void Viewer::fit_points() {
    const Shown& places = *shown();
    view::Box box{.min = glm::vec3(-1), .max = glm::vec3(1)};
    const std::size_t count = simulation_->state().extents(places.structure).count();
    if (places.display.range) box = box_of_range(*places.display.range);
    radius_ = 0.35f * glm::length(box.max - box.min) / std::cbrt(static_cast<float>(count)) / 3.0f;
    orbit_.fit(box, static_cast<float>(canvas_->width()) / static_cast<float>(canvas_->height()));
    is_fitted_ = true;
}

void Viewer::draw_points() {
    if (!is_fitted_) fit_points();
    const Shown& places = *shown();
    const std::vector<std::size_t> colours = colours_for(places.structure, all_);
    const Shown* values = colours.empty() ? nullptr : &all_[colours.front()];
    if (values) scale_ = scale_of(*canvas_, *simulation_, *values);
    const auto height = static_cast<float>(canvas_->height());
    const float aspect = static_cast<float>(canvas_->width()) / height;
    points_.draw(*canvas_, *simulation_, places, values, scale_,
                 {.to_clip = orbit_.view_projection(aspect),
                  .focal_px = 0.5f * height / std::tan(0.5f * orbit_.pose().vertical_fov_rad),
                  .radius = radius_});
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
    if (takes_drags()) drag(frame);
    if (is_flat()) {
        move_plane(frame);
    } else {
        frame.control(orbit_);
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
