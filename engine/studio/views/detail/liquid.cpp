// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/liquid.hpp>

#include <glm/matrix.hpp>
#include <glm/vec3.hpp>

#include <glint/kernels/glint/liquid_sizes.cuh>

namespace glint::studio {
namespace {

// Number of smoothing passes. With a single pass, large balls remain visible individually.
constexpr int kSmoothings = 2;

using LiquidEye = LiquidView<glm::vec3>;

/// Returns the position and the directions of the camera. The rows of `to_clip` for x, y, and w
/// (the depth) map a position to its pixel and depth. The inverse of these rows therefore contains
/// the camera's position and directions.
LiquidEye eye_of(const Canvas& canvas, const PointsOptions& options) {
    const glm::mat4& m = options.to_clip;
    const auto column = [&](int i) { return glm::vec3(m[i][0], m[i][1], m[i][3]); };
    const glm::mat3 to_place = glm::inverse(glm::mat3(column(0), column(1), column(2)));
    return {.at = -(to_place * column(3)),
            .ahead = to_place[2],
            .right = to_place[0],
            .up = to_place[1],
            .focal = options.focal_px,
            .width = canvas.width(),
            .height = canvas.height()};
}

}  // namespace

void Liquid::resize(Canvas& canvas) {
    const auto pixels =
        static_cast<std::size_t>(canvas.width()) * static_cast<std::size_t>(canvas.height());
    if (pixels == pixels_) return;
    const Stream& stream = canvas.stream();
    const auto surface = [&] {
        return Surface{DeviceMemory<float>(stream, pixels),
                       DeviceMemory<float>(stream, 4 * pixels)};
    };
    nearest_ = DeviceMemory<unsigned long long>(stream, pixels);
    thickness_ = DeviceMemory<unsigned>(stream, pixels);
    surface_ = surface();
    across_ = surface();
    pixels_ = pixels;
}

void Liquid::add(Canvas& canvas, const Points& points, const ColorScale& scale,
                 const PointsOptions& options) {
    Stream& stream = canvas.stream();
    fill(stream, nearest_, ~0ull);
    fill(stream, thickness_, 0u);
    const ElementType& values = points.value_type ? *points.value_type : number_type();
    canvas.kernel("liquid.cu", "add_balls", &values, &points.type)
        .launch(stream, elements(points.count),
                {points.places, static_cast<unsigned long long>(points.count),
                 camera_of(canvas, options), nearest_, thickness_});
    canvas.kernel("liquid.cu", "take_surface", &values, &points.type)
        .launch(stream, elements(pixels_),
                {static_cast<int>(pixels_), nearest_, thickness_, points.values, scale,
                 canvas.colors(points.colormap), surface_.depth, surface_.look});
}

void Liquid::draw(Canvas& canvas, const Points& points, const ColorScale& scale,
                  const PointsOptions& options) {
    if (points.count == 0) return;
    resize(canvas);
    add(canvas, points, scale, options);
    const LiquidEye eye = eye_of(canvas, options);
    const float spacing = options.radius / glint::liquid::kBallRadius;
    const AnyKernel& smooth = canvas.kernel("liquid.cu", "smooth_surface");
    for (int i = 0; i < kSmoothings; ++i) {
        smooth.launch(
            canvas.stream(), canvas.pixels(),
            {eye, spacing, 1, surface_.depth, surface_.look, across_.depth, across_.look});
        smooth.launch(
            canvas.stream(), canvas.pixels(),
            {eye, spacing, 0, across_.depth, across_.look, surface_.depth, surface_.look});
    }
    canvas.kernel("liquid.cu", "show_liquid")
        .launch(canvas.stream(), canvas.pixels(),
                {eye, options.clear, surface_.depth, surface_.look, canvas.surface()});
}

}  // namespace glint::studio
