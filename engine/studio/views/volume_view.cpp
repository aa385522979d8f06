#include <glint/studio/views/volume_view.hpp>

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace glint::studio {
namespace {

/// kernels/studio/volume.cu has the same.
struct Scene {
    glm::vec3 eye;
    glm::vec3 corner, across, down;
    glm::vec3 size;
    float cell;
    int width, height, depth;
    int picture_width, picture_height;
    float density;
    float opacity_begin, opacity_end;
    float level;
};

}  // namespace

view::Box box_of(const Structure& structure, const Extents& extents) {
    const auto cell = static_cast<float>(structure.cell_size);
    return {.min = glm::vec3(0),
            .max = cell * glm::vec3(extents.width, extents.height, extents.depth)};
}

void draw_volume(Canvas& canvas, Simulation& simulation, const Shown& shown,
                 const view::OrbitCamera& camera, const ColourScale& scale,
                 const VolumeOptions& options) {
    const Structure& structure = simulation.declaration().structures[shown.structure];
    const Extents& extents = simulation.state().extents(shown.structure);
    const auto width = static_cast<float>(canvas.width()),
               height = static_cast<float>(canvas.height());
    const glm::mat4 to_world = glm::inverse(camera.view());
    const float half_height = std::tan(0.5f * camera.pose().vertical_fov_rad);
    const float half_width = half_height * width / height;
    const glm::vec3 right(to_world[0]), up(to_world[1]), ahead(-to_world[2]);
    const Scene scene{.eye = camera.eye(),
                      .corner = ahead - half_width * right + half_height * up,
                      .across = right * (2 * half_width / width),
                      .down = up * (-2 * half_height / height),
                      .size = box_of(structure, extents).max,
                      .cell = static_cast<float>(structure.cell_size),
                      .width = static_cast<int>(extents.width),
                      .height = static_cast<int>(extents.height),
                      .depth = static_cast<int>(extents.depth),
                      .picture_width = canvas.width(),
                      .picture_height = canvas.height(),
                      .density = options.density,
                      .opacity_begin = options.opacity_begin,
                      .opacity_end = options.opacity_end,
                      .level = options.level};
    const char* kernel = shown.view == View::surface ? "draw_surface" : "draw_volume";
    canvas.kernel("volume.cu", kernel, &shown.type)
        .launch(canvas.stream(), canvas.pixels(),
                {values_of(simulation, shown), scene, scale, canvas.colours(colormap_of(shown)),
                 canvas.surface()});
}

}  // namespace glint::studio
