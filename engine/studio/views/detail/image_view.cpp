// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/image_view.hpp>

#include <algorithm>
#include <cmath>

namespace glint::studio {
namespace {

std::array<std::size_t, 3> lengths_of(const Extents& extents) {
    return {extents.width, extents.height, extents.depth};
}

GridWindow window_of(const Canvas& canvas, const Extents& extents, const PlaneCamera& camera,
                     const GridPlane& plane) {
    const std::array<unsigned long long, 3> strides{1, extents.width,
                                                    extents.width * extents.height};
    const auto stride = [&](int axis) { return strides[static_cast<std::size_t>(axis)]; };
    const glm::dvec2 corner = camera.at({0, 0}, {canvas.width(), canvas.height()});
    return {.left = static_cast<float>(corner.x),
            .top = static_cast<float>(corner.y),
            .cells_per_pixel = static_cast<float>(camera.units_of_px().x),
            .rows_per_pixel = static_cast<float>(camera.units_of_px().y),
            .width = canvas.width(),
            .height = canvas.height(),
            .grid_width = static_cast<int>(plane.width),
            .grid_height = static_cast<int>(plane.height),
            .first = plane.index * stride(plane.through),
            .stride_x = stride(plane.across),
            .stride_y = stride(plane.up),
            .is_smooth = 0};
}

}  // namespace

std::array<std::size_t, 3> GridPlane::cell(std::size_t x, std::size_t y) const {
    std::array<std::size_t, 3> at{};
    at[static_cast<std::size_t>(across)] = x;
    at[static_cast<std::size_t>(up)] = y;
    at[static_cast<std::size_t>(through)] = index;
    return at;
}

GridPlane plane_of(const Extents& extents, const Slice& slice) {
    const std::array<std::size_t, 3> lengths = lengths_of(extents);
    GridPlane plane{
        .across = slice.axis == 0 ? 1 : 0, .up = slice.axis == 2 ? 1 : 2, .through = slice.axis};
    const auto length = [&](int axis) { return lengths[static_cast<std::size_t>(axis)]; };
    plane.width = length(plane.across);
    plane.height = length(plane.up);
    plane.index =
        std::min(slice.index.value_or(length(plane.through) / 2), length(plane.through) - 1);
    return plane;
}

PlaneCamera PlaneCamera::fitting(glm::dvec2 size, glm::dvec2 picture_px) {
    return {.center = size * 0.5,
            .units_per_px = std::max(size.x / picture_px.x, size.y / picture_px.y)};
}

glm::dvec2 PlaneCamera::at(glm::dvec2 px, glm::dvec2 picture_px) const {
    return center + (px - picture_px * 0.5) * units_of_px();
}

glm::dvec2 PlaneCamera::pixel_of(glm::dvec2 at, glm::dvec2 picture_px) const {
    return (at - center) / units_of_px() + picture_px * 0.5;
}

void PlaneCamera::pan(glm::dvec2 moved_px) { center -= moved_px * units_of_px(); }

void PlaneCamera::zoom(double steps, glm::dvec2 px, glm::dvec2 picture_px) {
    const glm::dvec2 kept = at(px, picture_px);
    units_per_px = std::clamp(units_per_px * std::pow(0.9, steps), 1e-9, 1e9);
    center += kept - at(px, picture_px);
}

void draw_image(Canvas& canvas, Simulation& simulation, const DeclaredView& shown,
                const PlaneCamera& camera, const ColorScale& scale, const Slice& slice) {
    const Extents& extents = simulation.state().extents(shown.structure);
    canvas.kernel("image.cu", "draw_image", &shown.type)
        .launch(canvas.stream(), canvas.pixels(),
                {values_of(simulation, shown),
                 window_of(canvas, extents, camera, plane_of(extents, slice)), scale,
                 canvas.colors(colormap_of(shown)), canvas.surface()});
}

std::vector<Arrow> sample_arrows(Canvas& canvas, Simulation& simulation, const DeclaredView& shown,
                                 const PlaneCamera& camera, float apart_px, const Slice& slice) {
    const Extents& extents = simulation.state().extents(shown.structure);
    const int columns = static_cast<int>(static_cast<float>(canvas.width()) / apart_px);
    const int rows = static_cast<int>(static_cast<float>(canvas.height()) / apart_px);
    const auto count = static_cast<std::size_t>(std::max(columns * rows, 0));
    if (count == 0) return {};
    const GridPlane plane = plane_of(extents, slice);
    DeviceMemory<glm::vec2> vectors(canvas.stream(), count);
    canvas.kernel("image.cu", "sample_vectors", &shown.type)
        .launch(canvas.stream(), elements(count),
                {values_of(simulation, shown), window_of(canvas, extents, camera, plane), apart_px,
                 columns, rows, plane.across, plane.up, vectors});
    const float y_sign = camera.is_y_down ? 1.0f : -1.0f;
    std::vector<Arrow> arrows;
    const std::vector<glm::vec2> found = to_vector(canvas.stream(), vectors);
    for (std::size_t i = 0; i < count; ++i) {
        const glm::vec2 cell(i % static_cast<std::size_t>(columns),
                             i / static_cast<std::size_t>(columns));
        if (std::isfinite(found[i].x) && std::isfinite(found[i].y))
            arrows.push_back({(cell + 0.5f) * apart_px, {found[i].x, y_sign * found[i].y}});
    }
    return arrows;
}

}  // namespace glint::studio
