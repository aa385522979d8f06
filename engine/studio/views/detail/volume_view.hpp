// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glm/vec3.hpp>

#include <glint/studio/views/detail/field_values.hpp>
#include <glint/view/orbit_camera.hpp>

namespace glint::studio {

struct VolumeOptions {
    float density = 3.0f;        ///< optical thickness of 1/10 of the longest side at full opacity
    float opacity_begin = 0.0f;  ///< values below are invisible; 0 to 1 of the color scale
    float opacity_end = 1.0f;    ///< values above have full opacity; 0 to 1 of the color scale
    float level = 0.5f;          ///< level of the surface: position in the color scale, 0 to 1
};

/// A 3D grid to draw.
struct Volume {
    Values values;
    ElementType type;  ///< type of an element: a number, or a vector, which is drawn by its length
    Extents extents;
    float cell_size = 1;
    std::optional<DataVersion> version{};  ///< nullopt: the values may change for each picture
};

/// Returns the current volume of `shown`.
Volume volume_of(Simulation& simulation, const DeclaredView& shown);

/// Values of the same grid that color a surface.
struct SurfaceTint {
    Values values;
    ElementType type;
    std::string colormap = "viridis";
    ColorScale scale{};
};

/// How to draw a volume.
struct VolumeStyle {
    View view = View::volume;  ///< or View::surface
    std::string colormap = "viridis";
    ColorScale scale{};
    VolumeOptions options{};
    /// True: skips bricks of cells in which nothing is visible. The picture changes by at most one
    /// level in 255.
    bool leaves_out = true;
    std::optional<SurfaceTint> tint{};  ///< for surfaces; nullopt: the color of the level
    /// PointsView::nearest() of points in the picture. The points hide the parts of the volume
    /// behind them.
    const unsigned long long* nearest = nullptr;
};

/// Returns the box of a 3D grid, in the grid's unit, with one corner at the origin.
view::Box box_of(const Structure& structure, const Extents& extents);

/// Draws 3D grids: View::volume as a cloud, and View::surface as one isosurface. For each brick of
/// 8 x 8 x 8 cells, stores the minimum and the maximum value, which take 8 bytes. Recomputes them
/// when the values have changed. The computation needs temporary memory for a minimum and a maximum
/// per 64 cells.
class VolumeView {
public:
    /// Draws a volume. Call between begin() and end() of the canvas.
    void draw(Canvas& canvas, const Volume& volume, const view::OrbitCamera& camera,
              const VolumeStyle& look);

    /// Number of times that the values of the bricks were computed.
    unsigned bricks_computed() const noexcept { return bricks_computed_; }

private:
    /// The data to which the bricks belong.
    struct Source {
        const void* first = nullptr;
        ElementType type;
        Extents extents;
        DataVersion version;

        friend bool operator==(const Source&, const Source&) = default;
    };
    using Scene = VolumeScene<glm::vec3>;

    static Scene scene_of(const Canvas& canvas, const Volume& volume,
                          const view::OrbitCamera& camera, const VolumeStyle& look);
    void find_bricks(Canvas& canvas, const Volume& volume, const Scene& scene);
    void draw_surface(Canvas& canvas, const Volume& volume, const Scene& scene,
                      const VolumeStyle& look);

    DeviceMemory<glm::vec2> bricks_;
    DeviceMemory<SurfaceHit> hits_;
    std::optional<Source> source_;
    unsigned bricks_computed_ = 0;
};

}  // namespace glint::studio
