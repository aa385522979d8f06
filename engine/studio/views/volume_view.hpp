// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glm/vec3.hpp>

#include <glint/studio/views/field_values.hpp>
#include <glint/view/orbit_camera.hpp>

namespace glint::studio {

struct VolumeOptions {
    float density = 3.0f;        ///< opacity of the greatest values over a tenth of the box
    float opacity_begin = 0.0f;  ///< from 0 to 1 of the colour scale: what is below is not seen
    float opacity_end = 1.0f;    ///< and from where on opacity does not grow
    float level = 0.5f;          ///< of the surface, from 0 to 1 of the colour scale
};

/// A grid of three extents, the numbers of which are drawn.
struct Volume {
    Values values;
    ElementType type;  ///< of an element: a number, or a vector, whose length counts
    Extents extents;
    float cell_size = 1;
    std::optional<DataVersion> version{};  ///< of the values; nothing: they may have changed
};

/// What `shown` shows now.
Volume volume_of(Simulation& simulation, const Shown& shown);

/// What a surface has its colours from: values of the same grid.
struct SurfaceTint {
    Values values;
    ElementType type;
    std::string colormap = "viridis";
    ColourScale scale{};
};

/// How a volume is drawn.
struct VolumeLook {
    View view = View::volume;  ///< or View::surface
    std::string colormap = "viridis";
    ColourScale scale{};
    VolumeOptions options{};
    /// Whether bricks of cells are left out in which nothing is to be seen. The picture is the
    /// same, up to a level of 255.
    bool leaves_out = true;
    std::optional<SurfaceTint> tint{};  ///< of a surface; nothing: the colour of its level
    /// What PointsView::nearest() has of points in the picture: they hide what is behind them.
    const unsigned long long* nearest = nullptr;
};

/// The box that a grid of three extents fills, with a corner at the origin, in its unit.
view::Box box_of(const Structure& structure, const Extents& extents);

/// Draws grids of three extents: View::volume as a cloud, View::surface as the surface of one
/// level. It keeps the least and the greatest number of each brick of 8 x 8 x 8 cells, 8 bytes for
/// a brick, and a pair for each 64 cells while it finds them, which it does anew when the values
/// have changed.
class VolumeView {
public:
    /// The canvas is between begin() and end().
    void draw(Canvas& canvas, const Volume& volume, const view::OrbitCamera& camera,
              const VolumeLook& look);

    /// How often the bricks were made.
    unsigned bricks_made() const noexcept { return bricks_made_; }

private:
    /// What the bricks are of.
    struct Source {
        const void* first = nullptr;
        ElementType type;
        Extents extents;
        DataVersion version;

        friend bool operator==(const Source&, const Source&) = default;
    };
    using Scene = VolumeScene<glm::vec3>;

    static Scene scene_of(const Canvas& canvas, const Volume& volume,
                          const view::OrbitCamera& camera, const VolumeLook& look);
    void find_bricks(Canvas& canvas, const Volume& volume, const Scene& scene);
    void draw_surface(Canvas& canvas, const Volume& volume, const Scene& scene,
                      const VolumeLook& look);

    DeviceMemory<glm::vec2> bricks_;
    DeviceMemory<SurfaceHit> hits_;
    std::optional<Source> source_;
    unsigned bricks_made_ = 0;
};

}  // namespace glint::studio
