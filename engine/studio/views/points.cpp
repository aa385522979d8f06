#include <glint/studio/views/points.hpp>

#include <cstring>

namespace glint::studio {
namespace {

// A glowing point that is smaller fades instead.
constexpr float kSmallestGlow_px = 0.75f;

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

const ElementType& number_type() {
    static const ElementType type{.name = "float", .size_bytes = 4, .alignment = 4, .parts = {{}}};
    return type;
}

}  // namespace glint::studio
