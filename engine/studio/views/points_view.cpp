#include <glint/studio/views/points_view.hpp>

#include <cstring>

namespace glint::studio {
namespace {

/// kernels/studio/points.cu has the same.
struct Camera {
    float to_clip[16];
    float focal_px;
    float radius;
    float smallest_px;
    int width, height;
};

const ElementType& number_type() {
    static const ElementType type{.name = "float", .size_bytes = 4, .alignment = 4, .parts = {{}}};
    return type;
}

}  // namespace

void PointsView::draw(Canvas& canvas, Simulation& simulation, const Shown& places,
                      const Shown* values, const ColourScale& scale, const PointsOptions& options) {
    Stream& stream = canvas.stream();
    const auto pixels =
        static_cast<std::size_t>(canvas.width()) * static_cast<std::size_t>(canvas.height());
    if (nearest_.size() != pixels) nearest_ = DeviceMemory<unsigned long long>(stream, pixels);
    fill(stream, nearest_, ~0ull);

    Camera camera{.to_clip = {},
                  .focal_px = options.focal_px,
                  .radius = options.radius,
                  .smallest_px = options.smallest_px,
                  .width = canvas.width(),
                  .height = canvas.height()};
    std::memcpy(camera.to_clip, &options.to_clip, sizeof(camera.to_clip));
    const auto count =
        static_cast<unsigned long long>(simulation.state().extents(places.structure).count());
    const AnyKernel& draw = canvas.kernel("points.cu", "draw_points",
                                          values ? &values->type : &number_type(), &places.type);
    draw.launch(stream, elements(count),
                {values_of(simulation, places), count, camera,
                 values ? values_of(simulation, *values) : Values{}, scale,
                 canvas.colours(values ? colormap_of(*values) : "viridis"), nearest_});
    canvas.kernel("picture.cu", "show_nearest")
        .launch(stream, canvas.pixels(),
                {canvas.width(), canvas.height(), nearest_, canvas.surface()});
}

}  // namespace glint::studio
