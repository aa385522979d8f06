// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/volume_view.hpp>

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <glm/vec2.hpp>

#include <glint/kernels/studio/sizes.cuh>

namespace glint::studio {
namespace {

constexpr float kMinOpacity = 1.0f / 512;

// Returns the number of bricks along an axis. Bricks lie between cell centers, because values are
// interpolated there.
std::size_t bricks_along(std::size_t cells) {
    return std::max<std::size_t>((cells + sizes::kBrick - 2) / sizes::kBrick, 1);
}

/// Returns a launch with `across` threads for each row of bricks.
LaunchShape rows_of_bricks(std::size_t across, const Extents& extents) {
    LaunchShape shape = threads_2d(across, bricks_along(extents.height));
    shape.grid.z = static_cast<unsigned>(bricks_along(extents.depth));
    return shape;
}

/// Returns a launch with one thread per pixel. Each warp covers 8 x 4 pixels, so that its rays stay
/// close together.
LaunchShape tile_threads(const Canvas& canvas) {
    return threads(static_cast<std::size_t>(canvas.width()),
                   static_cast<std::size_t>(canvas.height()), {8, 16, 1});
}

}  // namespace

view::Box box_of(const Structure& structure, const Extents& extents) {
    const auto cell = static_cast<float>(structure.cell_size);
    return {.min = glm::vec3(0),
            .max = cell * glm::vec3(extents.width, extents.height, extents.depth)};
}

Volume volume_of(Simulation& simulation, const DeclaredView& shown) {
    const Structure& structure = simulation.declaration().structures[shown.structure];
    Volume volume{.values = values_of(simulation, shown),
                  .type = shown.type,
                  .extents = simulation.state().extents(shown.structure),
                  .cell_size = static_cast<float>(structure.cell_size)};
    if (shown.field && !shown.values) volume.version = simulation.data_version();
    return volume;
}

// Returns the scene to draw. A ray skips bricks in which all values are in the lowest part of the
// opacity range, up to the fraction min_part. Even on the longest path, this changes the opacity of
// a ray by at most kMinOpacity.
VolumeView::Scene VolumeView::scene_of(const Canvas& canvas, const Volume& volume,
                                       const view::OrbitCamera& camera, const VolumeStyle& look) {
    const VolumeOptions& options = look.options;
    const Extents& extents = volume.extents;
    const auto width = static_cast<float>(canvas.width()),
               height = static_cast<float>(canvas.height());
    const glm::mat4 to_world = glm::inverse(camera.view());
    const float half_height = std::tan(0.5f * camera.pose().vertical_fov_rad);
    const float half_width = half_height * width / height;
    const glm::vec3 right(to_world[0]), up(to_world[1]), ahead(-to_world[2]);
    const glm::vec3 cells(extents.width, extents.height, extents.depth);
    const float longest = std::max({cells.x, cells.y, cells.z});
    const float thickness = options.density / (0.1f * longest);
    return {.eye = camera.eye() / volume.cell_size - 0.5f,
            .corner = ahead - half_width * right + half_height * up,
            .across = right * (2 * half_width / width),
            .down = up * (-2 * half_height / height),
            .width = static_cast<int>(extents.width),
            .height = static_cast<int>(extents.height),
            .depth = static_cast<int>(extents.depth),
            .bricks_x = static_cast<int>(bricks_along(extents.width)),
            .bricks_y = static_cast<int>(bricks_along(extents.height)),
            .picture_width = canvas.width(),
            .picture_height = canvas.height(),
            .thickness = thickness,
            .opacity_begin = options.opacity_begin,
            .opacity_end = options.opacity_end,
            .min_part = std::sqrt(kMinOpacity / (thickness * glm::length(cells))),
            .level = options.level,
            .leaves_out = look.leaves_out ? 1 : 0,
            .ahead = volume.cell_size * ahead};
}

void VolumeView::find_bricks(Canvas& canvas, const Volume& volume, const Scene& scene) {
    const auto source = [&] {
        return Source{volume.values.first, volume.type, volume.extents, *volume.version};
    };
    if (source_ && volume.version && *source_ == source()) return;
    source_.reset();
    const std::size_t rows =
        bricks_along(volume.extents.height) * bricks_along(volume.extents.depth);
    const auto bricks_x = static_cast<std::size_t>(scene.bricks_x);
    if (bricks_.size() != bricks_x * rows)
        bricks_ = DeviceMemory<glm::vec2>(canvas.stream(), bricks_x * rows);
    DeviceMemory<glm::vec2> columns(canvas.stream(), volume.extents.width * rows);
    canvas.kernel("volume.cu", "find_columns", &volume.type)
        .launch(canvas.stream(), rows_of_bricks(volume.extents.width, volume.extents),
                {volume.values, scene, columns});
    canvas.kernel("volume.cu", "find_bricks", &volume.type)
        .launch(canvas.stream(), rows_of_bricks(bricks_x, volume.extents),
                {columns, scene, bricks_});
    ++bricks_computed_;
    if (volume.version) source_ = source();
}

void VolumeView::draw(Canvas& canvas, const Volume& volume, const view::OrbitCamera& camera,
                      const VolumeStyle& look) {
    const Scene scene = scene_of(canvas, volume, camera, look);
    find_bricks(canvas, volume, scene);
    if (look.view == View::surface) return draw_surface(canvas, volume, scene, look);
    canvas.kernel("volume.cu", "draw_volume", &volume.type)
        .launch(canvas.stream(), tile_threads(canvas),
                {volume.values, bricks_, scene, look.scale, canvas.colors(look.colormap),
                 look.nearest, canvas.surface()});
}

void VolumeView::draw_surface(Canvas& canvas, const Volume& volume, const Scene& scene,
                              const VolumeStyle& look) {
    const auto pixels =
        static_cast<std::size_t>(canvas.width()) * static_cast<std::size_t>(canvas.height());
    if (look.tint && hits_.size() != pixels)
        hits_ = DeviceMemory<SurfaceHit>(canvas.stream(), pixels);
    canvas.kernel("volume.cu", "draw_surface", &volume.type)
        .launch(canvas.stream(), tile_threads(canvas),
                {volume.values, bricks_, scene, look.scale, canvas.colors(look.colormap),
                 look.nearest, look.tint ? hits_.data() : nullptr, canvas.surface()});
    if (!look.tint) return;
    canvas.kernel("volume.cu", "tint_surface", &look.tint->type)
        .launch(canvas.stream(), tile_threads(canvas),
                {look.tint->values, scene, look.tint->scale, canvas.colors(look.tint->colormap),
                 hits_, canvas.surface()});
}

}  // namespace glint::studio
