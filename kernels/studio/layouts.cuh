// SPDX-License-Identifier: MIT
// Arguments of the kernels in this folder, shared by host and device. Vector is a type with three
// floats: float3 or glm::vec3.
#pragma once

namespace glint {
namespace studio {

/// Numbers in device memory: the address of element 0, and the distance of elements in bytes.
struct Values {
    const void* first = nullptr;
    unsigned long long stride_bytes = 0;
};
static_assert(sizeof(Values) == 16, "the host and device layouts must match");

/// The mapping from values to colors.
struct ColorScale {
    float low = 0, high = 1;  ///< values of the first and the last color
    int is_logarithmic = 0;
    int is_color = 0;  ///< true if the values are colors: red, green, blue and opacity
    float start = 0;   ///< position of `low` in the colormap: 0 is the first color, 1 the last
};
static_assert(sizeof(ColorScale) == 20, "the host and device layouts must match");

/// The mapping from positions to pixels.
struct PointCamera {
    float to_clip[16];  ///< column-major; w of the result is the depth
    float focal_px;     ///< height in pixels of an object of size 1 at depth 1
    float radius;       ///< radius of a point, in world units
    float smallest_px;  ///< minimum radius at which points are drawn
    int width, height;  ///< size of the image
};
static_assert(sizeof(PointCamera) == 84, "the host and device layouts must match");

/// The grids in which the light of points is accumulated, finest first, and the image's tiles.
struct LightGrids {
    int width = 0, height = 0;  ///< size of the image
    int tile_columns = 0, tile_rows = 0;
    float steps = 0;  ///< amount that a white point with the finest grid's radius adds
    int are_few = 0;  ///< true if single points are visible and must be round; a point with a size
                      ///< between two grids is then added to both, else to one
};
static_assert(sizeof(LightGrids) == 24, "the host and device layouts must match");

/// The light added to a node. `sums` holds red, green and blue in 21, 21 and 22 bits. Each color
/// may overflow into the next bits. `carries` counts these carries, with the same division of bits.
/// Each color thus has 42 bits in total, and one atomic operation adds all three colors.
struct LightSums {
    unsigned long long* sums;
    unsigned long long* carries;
    unsigned int* lit;  ///< a flag for any carries, then a flag per tile for its light
};
static_assert(sizeof(LightSums) == 24, "the host and device layouts must match");

/// The part of the grid that an image shows.
struct GridWindow {
    float left, top;        ///< position of the image's upper left corner, in cells
    float cells_per_pixel;  ///< cells along x for one pixel to the right
    float rows_per_pixel;   ///< rows for one pixel down; negative if the grid's y points up
    int width, height;      ///< size of the image in pixels
    int grid_width, grid_height;
    unsigned long long first;               ///< first element of the visible slice
    unsigned long long stride_x, stride_y;  ///< distance in elements to the next cell along x and y
    int is_smooth;                          ///< true to interpolate between cell centers
};
static_assert(sizeof(GridWindow) == 64, "the host and device layouts must match");

/// Cubic cells that cover a box, with 1024 cells along the box's longest side.
struct MortonCells {
    float least[3];
    float per_unit;  ///< cells per world unit
};
static_assert(sizeof(MortonCells) == 16, "the host and device layouts must match");

/// A ray for each pixel, and the grid. Lengths are in cells, and the origin is the center of the
/// first cell.
template <class Vector>
struct VolumeScene {
    Vector eye;
    Vector corner, across, down;  ///< ray of the upper left pixel, and its change per pixel
    int width, height, depth;     ///< numbers of cells
    int bricks_x, bricks_y;
    int picture_width, picture_height;
    float thickness;      ///< optical depth per cell at maximum opacity
    float opacity_begin;  ///< position on the color scale, from 0 to 1, at which opacity begins
    float opacity_end;    ///< position of the maximum opacity
    float min_part;       ///< fraction of the opacity range below which opacity cannot be seen
    float level;          ///< level of the surface, from 0 to 1 on the color scale
    int leaves_out;       ///< true if empty bricks are skipped
    Vector ahead;         ///< gradient of image depth in grid coordinates

    static_assert(sizeof(Vector) == 12, "three floats");
};

/// The distance along a ray to a surface, or a negative number if the ray misses the surface; and
/// the shading at that point: `part` scales the color, and `shine` adds white.
struct SurfaceHit {
    float way, part, shine;
};
static_assert(sizeof(SurfaceHit) == 12, "the host and device layouts must match");

/// The camera for the image of a liquid: its position, the ray of depth 1 to the image's center,
/// and the changes of that ray across half of the image's width and half of its height.
template <class Vector>
struct LiquidView {
    Vector at, ahead, right, up;
    float focal;  ///< pixels per unit length at depth 1
    int width, height;

    static_assert(sizeof(Vector) == 12, "three floats");
};

}  // namespace studio
}  // namespace glint
