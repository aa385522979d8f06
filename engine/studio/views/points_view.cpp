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

Camera camera_of(const Canvas& canvas, const PointsOptions& options) {
    Camera camera{.to_clip = {},
                  .focal_px = options.focal_px,
                  .radius = options.radius,
                  .smallest_px = options.smallest_px,
                  .width = canvas.width(),
                  .height = canvas.height()};
    std::memcpy(camera.to_clip, &options.to_clip, sizeof(camera.to_clip));
    return camera;
}

constexpr float kReach_px = 5;

}  // namespace

void PointsView::draw(Canvas& canvas, Simulation& simulation, const Shown& places,
                      const Shown* values, const ColourScale& scale, const PointsOptions& options) {
    Stream& stream = canvas.stream();
    const auto pixels =
        static_cast<std::size_t>(canvas.width()) * static_cast<std::size_t>(canvas.height());
    if (nearest_.size() != pixels) nearest_ = DeviceMemory<unsigned long long>(stream, pixels);
    fill(stream, nearest_, ~0ull);

    const Camera camera = camera_of(canvas, options);
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

std::optional<std::size_t> PointsView::pick(Canvas& canvas, Simulation& simulation,
                                            const Shown& places, const PointsOptions& options,
                                            glm::dvec2 px) {
    const auto count =
        static_cast<unsigned long long>(simulation.state().extents(places.structure).count());
    const auto found = to_device<unsigned long long>(canvas.stream(), {~0ull});
    canvas.kernel("points.cu", "pick_point", &number_type(), &places.type)
        .launch(canvas.stream(), elements(count),
                {values_of(simulation, places), count, camera_of(canvas, options),
                 static_cast<float>(px.x), static_cast<float>(px.y), kReach_px, found});
    const unsigned long long key = to_vector(canvas.stream(), found).front();
    if (key == ~0ull) return std::nullopt;
    return static_cast<std::size_t>(key & 0xffffffffu);
}

}  // namespace glint::studio
