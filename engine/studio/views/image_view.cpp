#include <glint/studio/views/image_view.hpp>

#include <algorithm>
#include <cmath>

namespace glint::studio {
namespace {

/// kernels/studio/image.cu has the same.
struct Window {
    float left, top;
    float cells_per_pixel;
    int width, height;
    int grid_width, grid_height;
    unsigned long long first;
    int is_smooth;
};

}  // namespace

PlaneCamera PlaneCamera::fitting(glm::dvec2 size, glm::dvec2 picture_px) {
    return {.centre = size * 0.5,
            .units_per_px = std::max(size.x / picture_px.x, size.y / picture_px.y)};
}

glm::dvec2 PlaneCamera::at(glm::dvec2 px, glm::dvec2 picture_px) const {
    return centre + (px - picture_px * 0.5) * units_per_px;
}

glm::dvec2 PlaneCamera::pixel_of(glm::dvec2 at, glm::dvec2 picture_px) const {
    return (at - centre) / units_per_px + picture_px * 0.5;
}

void PlaneCamera::pan(glm::dvec2 moved_px) { centre -= moved_px * units_per_px; }

void PlaneCamera::zoom(double steps, glm::dvec2 px, glm::dvec2 picture_px) {
    const glm::dvec2 kept = at(px, picture_px);
    units_per_px *= std::pow(0.9, steps);
    centre += kept - at(px, picture_px);
}

void draw_image(Canvas& canvas, Simulation& simulation, const Shown& shown,
                const PlaneCamera& camera, const ColourScale& scale, std::size_t slice) {
    const Extents& extents = simulation.state().extents(shown.structure);
    const glm::dvec2 corner = camera.at({0, 0}, {canvas.width(), canvas.height()});
    const Window window{
        .left = static_cast<float>(corner.x),
        .top = static_cast<float>(corner.y),
        .cells_per_pixel = static_cast<float>(camera.units_per_px),
        .width = canvas.width(),
        .height = canvas.height(),
        .grid_width = static_cast<int>(extents.width),
        .grid_height = static_cast<int>(extents.height),
        .first = std::min(slice, extents.depth - 1) * extents.width * extents.height,
        .is_smooth = 0};
    canvas.kernel("image.cu", "draw_image", &shown.type)
        .launch(canvas.stream(), canvas.pixels(),
                {values_of(simulation, shown), window, scale, canvas.colours(colormap_of(shown)),
                 canvas.surface()});
}

}  // namespace glint::studio
