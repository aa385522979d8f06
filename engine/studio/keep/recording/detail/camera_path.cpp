// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/detail/camera_path.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include <glint/base/error.hpp>

namespace glint::studio {
namespace {

/// All numbers of a camera that change along the path.
using CameraNumbers = std::array<double, 10>;

constexpr std::size_t kYaw = 4;

// Instead of the field of view, the path interpolates the logarithm of the visible width, which is
// proportional to the tangent of half the field of view. The spline may overshoot, but each
// logarithm corresponds to a field of view between 0 and pi. fov_of() clamps the logarithm, so that
// the angle is not rounded to 0 or pi.
double log_width(float fov_rad) { return std::log(std::tan(0.5 * static_cast<double>(fov_rad))); }

float fov_of(double log_width) {
    constexpr double kMax = 12;
    return static_cast<float>(2 * std::atan(std::exp(std::clamp(log_width, -kMax, kMax))));
}

CameraNumbers camera_numbers(const PaneChoices& choices) {
    const view::OrbitCameraOptions& pose = choices.orbit.pose();
    const PlaneCamera plane = choices.plane.value_or(PlaneCamera{});
    const auto number = [](float value) { return static_cast<double>(value); };
    return {number(pose.target.x),
            number(pose.target.y),
            number(pose.target.z),
            std::log(number(pose.distance_m)),
            number(pose.yaw_rad),
            number(pose.pitch_rad),
            log_width(pose.vertical_fov_rad),
            plane.center.x,
            plane.center.y,
            std::log(plane.units_per_px)};
}

void set_numbers(PaneChoices& choices, const CameraNumbers& numbers) {
    const auto number = [&](std::size_t i) { return static_cast<float>(numbers[i]); };
    choices.orbit.set_pose({.target = {number(0), number(1), number(2)},
                            .distance_m = std::exp(number(3)),
                            .yaw_rad = number(4),
                            .pitch_rad = number(5),
                            .vertical_fov_rad = fov_of(numbers[6])});
    if (choices.plane)
        choices.plane =
            PlaneCamera{.center = {numbers[7], numbers[8]}, .units_per_px = std::exp(numbers[9])};
}

/// Evaluates the segment of a spline from b (u = 0) to c (u = 1). The value before b is a, and the
/// value after c is d.
double catmull_rom(double a, double b, double c, double d, double u) {
    return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
}

bool are_joined(const PaneChoices& a, const PaneChoices& b) {
    return a.shown == b.shown && a.slice == b.slice && a.plane.has_value() == b.plane.has_value();
}

}  // namespace

CameraPath::CameraPath(std::vector<PaneChoices> views, app::Seconds leg)
    : views_(std::move(views)), leg_(leg) {
    if (views_.size() >= 2 && leg_.count() > 0) return;
    throw Error(ErrorCode::invalid_argument, "create a camera path",
                "a camera path needs at least two views and a positive duration");
}

app::Seconds CameraPath::duration() const noexcept {
    return leg_ * static_cast<double>(views_.size() - 1);
}

PaneChoices CameraPath::at(app::Seconds time) const {
    const double legs = std::max(time / leg_, 0.0);
    const auto first = static_cast<std::size_t>(std::min(legs, 1e9));
    if (first + 1 >= views_.size()) return views_.back();
    return between(first, legs - static_cast<double>(first));
}

PaneChoices CameraPath::between(std::size_t first, double part) const {
    PaneChoices made = views_[first];
    const PaneChoices& next = views_[first + 1];
    if (part == 0 || !are_joined(made, next)) return made;
    const bool has_before = first > 0 && are_joined(views_[first - 1], made);
    const bool has_after = first + 2 < views_.size() && are_joined(next, views_[first + 2]);
    std::array<CameraNumbers, 4> keys{camera_numbers(views_[has_before ? first - 1 : first]),
                                      camera_numbers(made), camera_numbers(next),
                                      camera_numbers(views_[has_after ? first + 2 : first + 1])};
    for (std::size_t i = 1; i < keys.size(); ++i)
        keys[i][kYaw] = keys[i - 1][kYaw] +
                        std::remainder(keys[i][kYaw] - keys[i - 1][kYaw], 2 * std::numbers::pi);
    CameraNumbers numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = catmull_rom(keys[0][i], keys[1][i], keys[2][i], keys[3][i], part);
    made.is_fitted = made.is_fitted && next.is_fitted;
    set_numbers(made, numbers);
    return made;
}

}  // namespace glint::studio
