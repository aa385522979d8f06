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

Window window_of(const Canvas& canvas, const Extents& extents, const PlaneCamera& camera,
                 std::size_t slice) {
    const glm::dvec2 corner = camera.at({0, 0}, {canvas.width(), canvas.height()});
    return {.left = static_cast<float>(corner.x),
            .top = static_cast<float>(corner.y),
            .cells_per_pixel = static_cast<float>(camera.units_per_px),
            .width = canvas.width(),
            .height = canvas.height(),
            .grid_width = static_cast<int>(extents.width),
            .grid_height = static_cast<int>(extents.height),
            .first = std::min(slice, extents.depth - 1) * extents.width * extents.height,
            .is_smooth = 0};
}

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
    canvas.kernel("image.cu", "draw_image", &shown.type)
        .launch(canvas.stream(), canvas.pixels(),
                {values_of(simulation, shown), window_of(canvas, extents, camera, slice), scale,
                 canvas.colours(colormap_of(shown)), canvas.surface()});
}

std::vector<Arrow> sample_arrows(Canvas& canvas, Simulation& simulation, const Shown& shown,
                                 const PlaneCamera& camera, float apart_px, std::size_t slice) {
    const Extents& extents = simulation.state().extents(shown.structure);
    const int columns = static_cast<int>(static_cast<float>(canvas.width()) / apart_px);
    const int rows = static_cast<int>(static_cast<float>(canvas.height()) / apart_px);
    const auto count = static_cast<std::size_t>(std::max(columns * rows, 0));
    if (count == 0) return {};
    DeviceMemory<glm::vec2> vectors(canvas.stream(), count);
    canvas.kernel("image.cu", "sample_vectors", &shown.type)
        .launch(canvas.stream(), elements(count),
                {values_of(simulation, shown), window_of(canvas, extents, camera, slice), apart_px,
                 columns, rows, vectors});
    std::vector<Arrow> arrows;
    const std::vector<glm::vec2> found = to_vector(canvas.stream(), vectors);
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec2 cell(i % static_cast<std::size_t>(columns),
                             i / static_cast<std::size_t>(columns));
        if (std::isfinite(found[i].x) && std::isfinite(found[i].y))
            arrows.push_back({(cell + 0.5f) * apart_px, found[i]});
    }
    return arrows;
}

}  // namespace glint::studio
