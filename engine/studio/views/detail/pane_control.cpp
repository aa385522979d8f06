// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/pane.hpp>

#include <cmath>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

// Mouse and keyboard control of a pane.
namespace glint::studio {
namespace {

using gl::MouseButton;

constexpr double kClick_px = 4;
constexpr float kFlight = 0.5f;  // speed: fraction of the distance to the target, per second
constexpr float kFaster = 4;

}  // namespace

void Pane::control(const PaneInput& input) {
    if (!canvas_ || !shown()) return;
    click(input);
    if (takes_drags()) drag(input);
    has_plane() ? move_plane(input) : move_camera(input);
}

// Picks the element at a click. A click is a press and a release at the same position.
void Pane::click(const PaneInput& input) {
    const MouseButton picks = takes_drags() ? MouseButton::right : MouseButton::left;
    for (const gl::MouseButtonEvent& button : input.buttons) {
        if (button.button != picks) continue;
        const glm::dvec2 at(button.x_px, button.y_px);
        if (button.action == gl::Action::press) pressed_at_ = at;
        const bool is_click = button.action == gl::Action::release && pressed_at_ &&
                              glm::distance(at, *pressed_at_) < kClick_px;
        if (is_click) picked_ = pick(at);
    }
}

void Pane::drag(const PaneInput& input) {
    for (const gl::MouseButtonEvent& button : input.buttons) {
        if (button.button != MouseButton::left || button.action != gl::Action::press) continue;
        dragged_from_.reset();
        drag_to({button.x_px, button.y_px});
    }
    const auto& moves = input.moves_with(MouseButton::left);
    for (const gl::MouseMoveEvent& move : moves) drag_to({move.x_px, move.y_px});
    if (!input.is_dragged)
        dragged_from_.reset();
    else if (dragged_from_ && moves.empty())
        drag_to(*dragged_from_);
}

void Pane::drag_to(glm::dvec2 px) {
    const std::array<float, 3> place = place_at(px);
    const std::array<float, 3> before = dragged_from_ ? place_at(*dragged_from_) : place;
    for (Simulation* each : dragged_) each->drag({.place = place, .before = before});
    dragged_from_ = px;
}

std::array<float, 3> Pane::place_at(glm::dvec2 px) const {
    if (are_points_flat()) {
        const glm::vec2 at(plane_camera().at(px, picture_px()));
        return {at.x, at.y, 0};
    }
    if (!is_flat()) return place_in_space(px);
    const GridPlane cells = plane();
    const glm::dvec2 at = plane_camera().at(px, picture_px());
    const bool is_space = simulation_->state().extents(shown()->structure).depth > 1;
    std::array<float, 3> place{};
    place[static_cast<std::size_t>(cells.across)] = static_cast<float>(at.x);
    place[static_cast<std::size_t>(cells.up)] = static_cast<float>(at.y);
    if (is_space)
        place[static_cast<std::size_t>(cells.through)] = static_cast<float>(cells.index) + 0.5f;
    return place;
}

// Returns the position of a pixel in the plane that contains the camera's target and faces the
// camera.
std::array<float, 3> Pane::place_in_space(glm::dvec2 px) const {
    const view::OrbitCamera& camera = choices_.orbit;
    const auto size = glm::vec2(picture_px());
    const glm::mat4 from_clip = glm::inverse(to_clip());
    const glm::vec2 ndc(2 * static_cast<float>(px.x) / size.x - 1,
                        1 - 2 * static_cast<float>(px.y) / size.y);
    const glm::vec4 p = from_clip * glm::vec4(ndc, 0.5f, 1);
    const glm::vec3 eye = camera.eye(), ahead = glm::normalize(glm::vec3(p) / p.w - eye);
    const glm::vec3 normal = glm::normalize(camera.pose().target - eye);
    glm::vec3 at =
        eye + ahead * (glm::dot(camera.pose().target - eye, normal) / glm::dot(ahead, normal));
    const Structure& structure = simulation_->declaration().structures[shown()->structure];
    if (!structure.is_list()) at /= static_cast<float>(structure.cell_size);
    return {at.x, at.y, at.z};
}

void Pane::move_plane(const PaneInput& input) {
    PlaneCamera camera = plane_camera();
    const PlaneCamera before = camera;
    for (const auto& [steps, at_px] : input.scrolls) camera.zoom(steps, at_px, picture_px());
    for (const MouseButton button : {MouseButton::left, MouseButton::right, MouseButton::middle})
        if (button != MouseButton::left || !takes_drags())
            for (const gl::MouseMoveEvent& move : input.moves_with(button))
                camera.pan({move.dx_px, move.dy_px});
    if (camera != before) choices_.plane = camera;
}

// Moves the 3D camera. Left drags turn the camera. If the simulation receives left drags, right
// drags turn the camera instead. Middle drags pan.
void Pane::move_camera(const PaneInput& input) {
    view::OrbitCamera& camera = choices_.orbit;
    const MouseButton turns = takes_drags() ? MouseButton::right : MouseButton::left;
    const auto height_px = static_cast<float>(part_.height);
    for (const MouseButton button : {MouseButton::left, MouseButton::right, MouseButton::middle})
        for (const gl::MouseMoveEvent& move : input.moves_with(button)) {
            const auto dx = static_cast<float>(move.dx_px), dy = static_cast<float>(move.dy_px);
            if (button != turns && button == MouseButton::left) continue;
            if (button != turns)
                camera.pan(dx, dy, height_px);
            else if (choices_.is_flying)
                camera.look(dx, dy, height_px);
            else
                camera.orbit(dx, dy, height_px);
            choices_.is_fitted = false;
        }
    for (const auto& scroll : input.scrolls) {
        camera.zoom(static_cast<float>(scroll.steps));
        choices_.is_fitted = false;
    }
}

void Pane::fly(const Flight& flight) {
    if (!choices_.is_flying || has_plane() || flight.right_up_ahead == glm::vec3(0)) return;
    const float speed = choices_.orbit.distance_m() * kFlight * (flight.is_fast ? kFaster : 1);
    choices_.orbit.move(flight.right_up_ahead * speed * static_cast<float>(flight.time.count()));
    choices_.is_fitted = false;
}

}  // namespace glint::studio
