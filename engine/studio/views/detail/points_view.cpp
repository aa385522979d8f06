// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/points_view.hpp>

#include <cstring>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/kernels/studio/sizes.cuh>

namespace glint::studio {
namespace {

constexpr float kReach_px = 5;

// Number of threads in a block. A block releases its resources only when all of its threads have
// finished, so in large blocks many finished threads wait for those that draw points. On an H100,
// blocks of 1024 threads take a third longer.
constexpr unsigned kBlock = 256;

// Minimum radius of glowing points. Points that would be smaller fade instead.
constexpr float kSmallestGlow_px = 0.75f;

void require_drawable(const Points& points) {
    if (points.count > kMaxPoints)
        throw Error(
            ErrorCode::unsupported, fmt::format("draw {} points", points.count),
            fmt::format("the maximum is {} points. Draw a subset of the points", kMaxPoints));
}

}  // namespace

PointCamera camera_of(const Canvas& canvas, const PointsOptions& options) {
    const bool glows = options.style == PointStyle::glow;
    const float glow_radius = options.glow.radius_px * options.target_depth / options.focal_px;
    PointCamera camera{.to_clip = {},
                       .focal_px = options.focal_px,
                       .radius = glows ? glow_radius : options.radius,
                       .smallest_px = glows ? kSmallestGlow_px : options.smallest_px,
                       .width = canvas.width(),
                       .height = canvas.height()};
    std::memcpy(camera.to_clip, &options.to_clip, sizeof(camera.to_clip));
    return camera;
}

Points points_of(Simulation& simulation, const DeclaredView& places, const DeclaredView* values) {
    Points points{.places = values_of(simulation, places),
                  .type = places.type,
                  .count = simulation.state().extents(places.structure).count()};
    if (!values) return points;
    points.values = values_of(simulation, *values);
    points.value_type = values->type;
    points.colormap = colormap_of(*values);
    return points;
}

void PointsView::draw(Canvas& canvas, const Points& points, const ColorScale& scale,
                      const PointsOptions& options) {
    if (options.style == PointStyle::glow) return glow_.draw(canvas, points, scale, options);
    require_drawable(points);
    if (options.style == PointStyle::liquid) return liquid_.draw(canvas, points, scale, options);
    draw_balls(canvas, points, scale, options);
}

void PointsView::draw_balls(Canvas& canvas, const Points& points, const ColorScale& scale,
                            const PointsOptions& options) {
    if (points.count == 0) return;
    Stream& stream = canvas.stream();
    const auto pixels =
        static_cast<std::size_t>(canvas.width()) * static_cast<std::size_t>(canvas.height());
    if (nearest_.size() != pixels) nearest_ = DeviceMemory<unsigned long long>(stream, pixels);
    fill(stream, nearest_, ~0ull);
    const PointCamera camera = camera_of(canvas, options);
    const ElementType& values = points.value_type ? *points.value_type : number_type();
    canvas.kernel("points.cu", "draw_points", &values, &points.type)
        .launch(stream, threads(ceil_div(points.count, sizes::kPointsPerThread), kBlock),
                {points.places, static_cast<unsigned long long>(points.count), camera, nearest_});
    canvas.kernel("points.cu", "show_points", &values, &points.type)
        .launch(stream, canvas.pixels(),
                {points.places, camera, points.values, scale, canvas.colors(points.colormap),
                 options.relief, nearest_, canvas.surface()});
}

std::optional<std::size_t> PointsView::pick(Canvas& canvas, const Points& points,
                                            const PointsOptions& options, glm::dvec2 px) {
    if (points.count == 0) return std::nullopt;
    require_drawable(points);
    const auto found = to_device<unsigned long long>(canvas.stream(), {~0ull});
    canvas.kernel("points.cu", "pick_point", &number_type(), &points.type)
        .launch(canvas.stream(), elements(points.count),
                {points.places, static_cast<unsigned long long>(points.count),
                 camera_of(canvas, options), static_cast<float>(px.x), static_cast<float>(px.y),
                 kReach_px, options.style == PointStyle::glow ? 1 : 0, found});
    const unsigned long long key = to_vector(canvas.stream(), found).front();
    if (key == ~0ull) return std::nullopt;
    return static_cast<std::size_t>(key & 0xffffffffu);
}

}  // namespace glint::studio
