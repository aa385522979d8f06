// SPDX-License-Identifier: MIT
// What the host passes to the kernels in this folder; both sides include it. Vector is three
// floats: a float3 or a glm::vec3.
#pragma once

namespace glint {
namespace studio {

/// Numbers in a device's memory: where that of element 0 is, and how many bytes the next is away.
struct Values {
    const void* first = nullptr;
    unsigned long long stride_bytes = 0;
};
static_assert(sizeof(Values) == 16, "the host and device layouts must match");

/// How values become colours.
struct ColourScale {
    float low = 0, high = 1;  ///< the values of the first and of the last colour
    int is_logarithmic = 0;
    int is_colour = 0;  ///< the values are colours themselves: red, green, blue and opacity
    float start = 0;    ///< where in the colormap `low` is: 0 is its first colour, 1 its last
};
static_assert(sizeof(ColourScale) == 20, "the host and device layouts must match");

/// How places become pixels.
struct PointCamera {
    float to_clip[16];  ///< column by column; clip w is the depth
    float focal_px;     ///< what has this size at depth 1 is so many pixels high
    float radius;       ///< of a point, in the unit of places
    float smallest_px;  ///< radius that no point is drawn below
    int width, height;  ///< of the picture
};
static_assert(sizeof(PointCamera) == 84, "the host and device layouts must match");

/// The grids that light of points is added up in, the finest first, and the picture's tiles.
struct LightGrids {
    int width = 0, height = 0;  ///< of the picture
    int tile_columns = 0, tile_rows = 0;
    float steps = 0;  ///< what a white point of the finest grid's own radius adds
    int are_few = 0;  ///< whether each is seen by itself, so that it has to be round; and where a
                      ///< point's radius is between two grids', is in both, else in one of them
};
static_assert(sizeof(LightGrids) == 24, "the host and device layouts must match");

/// What was added to a node: red, green and blue in 21, 21 and 22 bits of `sums`, where each may
/// carry over into the next; and how often each did, in the same bits of `carries`. So each has 42
/// bits in all, and one atomic operation adds all three.
struct LightSums {
    unsigned long long* sums;
    unsigned long long* carries;
    unsigned int* lit;  ///< whether any carried over; then whether each tile has light
};
static_assert(sizeof(LightSums) == 24, "the host and device layouts must match");

/// Which part of the grid a picture shows.
struct GridWindow {
    float left, top;        ///< in cells, of the picture's upper left corner
    float cells_per_pixel;  ///< to the right
    float rows_per_pixel;   ///< downwards; below 0 if the grid's y points up
    int width, height;      ///< of the picture, in pixels
    int grid_width, grid_height;
    unsigned long long first;               ///< element of the slice that is shown
    unsigned long long stride_x, stride_y;  ///< elements to the next cell along x and y
    int is_smooth;                          ///< interpolates between the centres of cells
};
static_assert(sizeof(GridWindow) == 64, "the host and device layouts must match");

/// Cubic cells over a box, 1024 along its longest side.
struct MortonCells {
    float least[3];
    float per_unit;  ///< cells a unit of places
};
static_assert(sizeof(MortonCells) == 16, "the host and device layouts must match");

/// A ray for each pixel, and the grid. A unit is a cell, and the centre of the first cell is the
/// origin.
template <class Vector>
struct VolumeScene {
    Vector eye;
    Vector corner, across, down;  ///< direction of the upper left pixel, and its change by a pixel
    int width, height, depth;     ///< cells
    int bricks_x, bricks_y;
    int picture_width, picture_height;
    float thickness;      ///< what a cell of the densest takes of light: the optical depth
    float opacity_begin;  ///< where opacity begins, from 0 to 1 of the colour scale
    float opacity_end;    ///< and where it is the greatest
    float least_part;     ///< of opacity_begin to opacity_end: less than that nobody sees
    float level;          ///< of the surface, from 0 to 1 of the colour scale
    int leaves_out;       ///< whether bricks are left out
    Vector ahead;         ///< depth in the picture by ways in the grid

    static_assert(sizeof(Vector) == 12, "three floats");
};

/// Where a ray meets a surface, less than 0 if nowhere, and what light makes of the colour there:
/// so much of it, and so much white.
struct SurfaceHit {
    float way, part, shine;
};
static_assert(sizeof(SurfaceHit) == 12, "the host and device layouts must match");

/// What sees the picture of a liquid: the place, and rays one deep, to the middle, and what half of
/// the picture across and half of it upwards add to that.
template <class Vector>
struct LiquidView {
    Vector at, ahead, right, up;
    float focal;  ///< pixels that a length of 1 covers at depth 1
    int width, height;

    static_assert(sizeof(Vector) == 12, "three floats");
};

}  // namespace studio
}  // namespace glint
