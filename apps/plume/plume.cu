// SPDX-License-Identifier: MIT
// Buoyant smoke around obstacles: the Euler equations in a box, on a staggered grid. Heat rises and
// smoke sinks. MacCormack's method advects heat, smoke and velocity (Selle, Fedkiw, Kim, Liu and
// Rossignac, "An Unconditionally Stable MacCormack Method", 2008). Between these kernels, plume.cpp
// solves for the pressure by multigrid.
#include <glint/sim.cuh>
//@ simulation "Plume": hot smoke rises around obstacles; drag to add smoke or to draw walls
//@ dt 0.01 s

struct Params {
    float lift = 4.0f;     //@ 0..20 m/s2 "Lift": upward acceleration of air with a heat of 1
    float weight = 0.3f;   //@ 0..5 m/s2 "Weight": downward acceleration at a smoke density of 1
    float cooling = 0.3f;  //@ 0..3 1/s "Cooling"
    float fade = 0.1f;     //@ 0..3 1/s "Fade": decay rate of smoke
    float source = 0.05f;  //@ 0..0.2 m "Source": radius of the source at the bottom (0: none)
    float brush = 0.03f;   //@ 0.005..0.3 log m "Brush": radius of the brush
    bool walls = false;    //@ "Draw walls": draw walls instead of smoke
    bool open = true;      //@ "Open top": let air flow in and out at the top
    float disc = 0.1f;     //@ 0..0.3 m "Disk": obstacle radius; takes effect at the next reset
    int cycles = 6;        //@ 1..20 "Cycles": number of multigrid cycles per step
    int width = 192;       //@ 8..4096 log cells "Width": takes effect at the next reset
    int height = 256;      //@ 8..4096 log cells "Height": cells per m; applies at the next reset
};
struct Air {          //@ width x height y down
    float* smoke;     //@ 0..1 "Smoke density" as none
    float* heat;      //@ 0..1 "Heat" as none
    float* across;    //@ m/s "Velocity x" as none: on the lower face of each cell along x
    float* down;      //@ m/s "Velocity y" as none: on the lower face of each cell along y
    float* pressure;  //@ m/s "Pressure" as none: multiplied by time step / density / cell size
    float* solid;     //@ 0..1 "Solid" as none: 1 is a wall
    float* smoke_ahead;
    float* heat_ahead;
    float* across_ahead;
    float* down_ahead;
};

namespace {

/// Where a field has its values: at the centers, left faces, or upper faces of the cells.
enum class Spot { middle, left, top };

struct Grid {
    int width, height;
};

__device__ int clamped(int i, int n) { return i < 0 ? 0 : i < n ? i : n - 1; }

/// Value of a field. Nothing flows through the box's right and bottom faces, which are not stored.
template <Spot spot>
__device__ float at(const float* f, int i, int j, Grid grid) {
    if (spot == Spot::left && i >= grid.width) return 0;
    if (spot == Spot::top && j >= grid.height) return 0;
    return f[clamped(j, grid.height) * grid.width + clamped(i, grid.width)];
}

/// The four values around a position. s and t are the position's fractions along x and y.
struct Corners {
    float a, b, c, d, s, t;

    __device__ float value() const {
        return glint::lerp(glint::lerp(a, b, s), glint::lerp(c, d, s), t);
    }
    __device__ float clamp(float x) const {
        return fminf(fmaxf(x, fminf(fminf(a, b), fminf(c, d))), fmaxf(fmaxf(a, b), fmaxf(c, d)));
    }
};

/// Applies the border along one axis to two values read inside the box, for `place` >= -1. Beyond
/// an open border, values repeat the nearest value inside; beyond a closed border, they are 0.
__device__ void apply_border(float& low, float& high, int place, int count, bool is_closed) {
    const float first = low, last = high;
    if (place < 0) high = first;
    if (place >= count - 1) {
        low = place >= count && is_closed ? 0 : last;
        high = is_closed ? 0 : last;
    }
}

template <Spot spot>
__device__ Corners corners(const float* f, float2 place, Grid grid) {
    float x = place.x - (spot == Spot::left ? 0 : 0.5f);
    float y = place.y - (spot == Spot::top ? 0 : 0.5f);
    x = glint::clamp(x, -1.0f, grid.width + 1.0f), y = glint::clamp(y, -1.0f, grid.height + 1.0f);
    const int i = floorf(x), j = floorf(y);
    const int inner_i = glint::clamp(i, 0, grid.width - 2);
    const int inner_j = glint::clamp(j, 0, grid.height - 2);
    const float* const from = f + inner_j * grid.width + inner_i;
    Corners round{from[0], from[1], from[grid.width], from[grid.width + 1], x - i, y - j};
    if (i != inner_i || j != inner_j) {
        apply_border(round.a, round.b, i, grid.width, spot == Spot::left);
        apply_border(round.c, round.d, i, grid.width, spot == Spot::left);
        apply_border(round.a, round.c, j, grid.height, spot == Spot::top);
        apply_border(round.b, round.d, j, grid.height, spot == Spot::top);
    }
    return round;
}

template <Spot spot>
__device__ float2 place_of(int2 c) {
    return make_float2(c.x + (spot == Spot::left ? 0 : 0.5f), c.y + (spot == Spot::top ? 0 : 0.5f));
}

/// Interpolates a field at `spot` to the spot `there` of cell c, as the mean of the nearest values.
template <Spot spot, Spot there>
__device__ float between(const float* f, int2 c, Grid grid) {
    constexpr int x = spot == there ? 0 : there == Spot::left ? -1 : spot == Spot::left ? 1 : 0;
    constexpr int y = spot == there ? 0 : there == Spot::top ? -1 : spot == Spot::top ? 1 : 0;
    float sum = at<spot>(f, c.x, c.y, grid);
    if (x != 0) sum = 0.5f * (sum + at<spot>(f, c.x + x, c.y, grid));
    if (y == 0) return sum;
    float other = at<spot>(f, c.x, c.y + y, grid);
    if (x != 0) other = 0.5f * (other + at<spot>(f, c.x + x, c.y + y, grid));
    return 0.5f * (sum + other);
}

/// Velocity at a position, interpolated, in cells per second.
__device__ float2 velocity(const float* across, const float* down, float2 place, Grid grid) {
    return grid.height * make_float2(corners<Spot::left>(across, place, grid).value(),
                                     corners<Spot::top>(down, place, grid).value());
}

/// Velocity at a spot of a cell, in cells per second.
template <Spot spot>
__device__ float2 velocity_of(const float* across, const float* down, int2 c, Grid grid) {
    return grid.height * make_float2(between<Spot::left, spot>(across, c, grid),
                                     between<Spot::top, spot>(down, c, grid));
}

/// Position to which the flow carries a spot in `time` (backward if negative). Midpoint method.
template <Spot spot>
__device__ float2 carried(const float* across, const float* down, int2 c, float time, Grid grid) {
    const float2 place = place_of<spot>(c);
    const float2 middle = place + 0.5f * time * velocity_of<spot>(across, down, c, grid);
    const float2 end = place + time * velocity(across, down, middle, grid);
    return make_float2(glint::clamp(end.x, 0.0f, float(grid.width)),
                       glint::clamp(end.y, -1.0f, float(grid.height)));
}

/// Advected value at a spot of a cell. Air that enters through the open top has no smoke or heat.
template <Spot spot>
__device__ float carried_here(const float* f, float2 from, Grid grid) {
    return spot == Spot::middle && from.y < 0 ? 0 : corners<spot>(f, from, grid).value();
}

/// MacCormack correction: adds half the round-trip error, clamped to values around the origin.
template <Spot spot>
__device__ float corrected(const float* f, const float* ahead, const float* across,
                           const float* down, int2 c, float dt, Grid grid) {
    const float2 from = carried<spot>(across, down, c, -dt, grid);
    const float2 to = carried<spot>(across, down, c, dt, grid);
    const int i = c.y * grid.width + c.x;
    if (spot == Spot::middle && from.y < 0) return 0;
    const float error = f[i] - corners<spot>(ahead, to, grid).value();
    return corners<spot>(f, from, grid).clamp(ahead[i] + 0.5f * error);
}

__device__ bool is_air(const float* solid, int i) { return solid[i] < 0.5f; }

/// Return true if air can flow through the left face or through the upper face of a cell.
__device__ bool is_left_open(const float* solid, int2 c, Grid grid) {
    const int i = c.y * grid.width + c.x;
    return c.x > 0 && is_air(solid, i) && is_air(solid, i - 1);
}
__device__ bool is_top_open(const float* solid, int2 c, Grid grid, const Params& params) {
    const int i = c.y * grid.width + c.x;
    return is_air(solid, i) && (c.y > 0 ? is_air(solid, i - grid.width) : params.open);
}
__device__ float through_left(const float* across, const float* solid, int2 c, Grid grid) {
    return is_left_open(solid, c, grid) ? across[c.y * grid.width + c.x] : 0;
}
__device__ float through_top(const float* down, const float* solid, int2 c, Grid grid,
                             const Params& params) {
    return is_top_open(solid, c, grid, params) ? down[c.y * grid.width + c.x] : 0;
}

}  // namespace

/// Places a disk slightly to the right of the source. The air is still at first.
//@ init
__global__ void build(int width, int height, Params params, float* solid) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const float x = (c.x + 0.5f - 0.54f * width) / height, y = (c.y + 0.5f) / height - 0.55f;
    solid[c.y * width + c.x] = hypotf(x, y) < params.disc ? 1 : 0;
}

/// Advects smoke, heat and velocity, without the MacCormack correction.
__global__ void carry(int width, int height, float dt, const float* smoke, const float* heat,
                      const float* across, const float* down, float* smoke_ahead, float* heat_ahead,
                      float* across_ahead, float* down_ahead) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Grid grid{width, height};
    const int i = c.y * width + c.x;
    const float2 middle = carried<Spot::middle>(across, down, c, -dt, grid);
    const float2 left = carried<Spot::left>(across, down, c, -dt, grid);
    const float2 top = carried<Spot::top>(across, down, c, -dt, grid);
    smoke_ahead[i] = carried_here<Spot::middle>(smoke, middle, grid);
    heat_ahead[i] = carried_here<Spot::middle>(heat, middle, grid);
    across_ahead[i] = carried_here<Spot::left>(across, left, grid);
    down_ahead[i] = carried_here<Spot::top>(down, top, grid);
}

/// Advects with the MacCormack correction. Adds hot smoke at the source. Removes smoke from walls.
__global__ void correct(int width, int height, float dt, Params params, const float* solid,
                        const float* smoke, const float* heat, const float* across,
                        const float* down, const float* smoke_ahead, const float* heat_ahead,
                        const float* across_ahead, const float* down_ahead, float* smoke_next,
                        float* heat_next, float* across_next, float* down_next) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Grid grid{width, height};
    const int i = c.y * width + c.x;
    const float x = (c.x + 0.5f - 0.5f * width) / height, y = (c.y + 0.5f) / height - 0.94f;
    const bool is_source = hypotf(x, y) < params.source, is_wall = solid[i] > 0.5f;
    const auto fed = [&](float carried) { return is_wall ? 0.0f : is_source ? 1.0f : carried; };
    smoke_next[i] = fed(expf(-params.fade * dt) *
                        corrected<Spot::middle>(smoke, smoke_ahead, across, down, c, dt, grid));
    heat_next[i] = fed(expf(-params.cooling * dt) *
                       corrected<Spot::middle>(heat, heat_ahead, across, down, c, dt, grid));
    across_next[i] = corrected<Spot::left>(across, across_ahead, across, down, c, dt, grid);
    down_next[i] = corrected<Spot::top>(down, down_ahead, across, down, c, dt, grid);
}

/// Applies buoyancy: heat rises and smoke sinks. Row 0 is at the top; positive speeds are down.
__global__ void lift(int width, int height, float dt, Params params, const float* smoke,
                     const float* heat, float* down) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x, above = c.y > 0 ? i - width : i;
    const float pull =
        params.weight * (smoke[i] + smoke[above]) - params.lift * (heat[i] + heat[above]);
    down[i] += 0.5f * dt * pull;
}

/// Marks open faces. Along its own axis, each array has one more element than the grid has cells.
__global__ void open_faces(int width, int height, Params params, const float* solid,
                           float* open_across, float* open_down) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Grid grid{width, height};
    const int i = c.y * width + c.x, left = c.y * (width + 1) + c.x;
    open_across[left] = is_left_open(solid, c, grid);
    if (c.x == width - 1) open_across[left + 1] = 0;
    open_down[i] = is_top_open(solid, c, grid, params);
    if (c.y == height - 1) open_down[i + width] = 0;
}

/// Net flow out of a cell through its open faces, in units of speed.
__global__ void find_divergence(int width, int height, Params params, const float* solid,
                                const float* across, const float* down, float* divergence) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Grid grid{width, height};
    const int i = c.y * width + c.x;
    float sum = -through_left(across, solid, c, grid) - through_top(down, solid, c, grid, params);
    if (c.x < width - 1) sum += through_left(across, solid, make_int2(c.x + 1, c.y), grid);
    if (c.y < height - 1) sum += through_top(down, solid, make_int2(c.x, c.y + 1), grid, params);
    divergence[i] = sum;
}

/// Subtracts the pressure gradient, and stops the flow through closed faces. At an open top, the
/// pressure is 0, half a cell above the center of the first row.
__global__ void push(int width, int height, Params params, const float* pressure,
                     const float* solid, float* across, float* down) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const Grid grid{width, height};
    const int i = c.y * width + c.x;
    const float here = pressure[i];
    const float slope = c.y > 0 ? here - pressure[i - width] : 2 * here;
    across[i] = is_left_open(solid, c, grid) ? across[i] - (here - pressure[i - 1]) : 0;
    down[i] = is_top_open(solid, c, grid, params) ? down[i] - slope : 0;
}

//@ drag
__global__ void paint(int width, int height, float2 mouse, Params params, float* smoke, float* heat,
                      float* solid) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float r = hypotf(c.x + 0.5f - mouse.x, c.y + 0.5f - mouse.y) / (params.brush * height);
    if (r >= 1) return;
    if (params.walls)
        solid[i] = 1;
    else if (solid[i] < 0.5f)
        smoke[i] = heat[i] = 1;
}

/// Color of a cell: smoke on a dark background. Hot smoke glows.
//@ show "Smoke"
__device__ uchar4 picture(float smoke, float heat, float solid) {
    if (solid > 0.5f) return make_uchar4(70, 82, 96, 255);
    const float light = 1 - expf(-2.5f * smoke), glow = glint::clamp(heat, 0.0f, 1.0f);
    const float3 colour =
        glint::lerp(make_float3(0.75f, 0.8f, 0.9f), make_float3(1, 0.62f, 0.25f), glow);
    const float3 ground = make_float3(0.03f, 0.035f, 0.06f);
    const float3 seen = 255 * glint::lerp(ground, colour, light);
    return make_uchar4(static_cast<unsigned char>(seen.x), static_cast<unsigned char>(seen.y),
                       static_cast<unsigned char>(seen.z), 255);
}

//@ show m/s "Speed" as viridis
__device__ float speed(float across, float down) { return hypotf(across, down); }
//@ mean 1 "Mean smoke density"
__device__ float smoke_there(float smoke) { return smoke; }
//@ max m/s "Maximum speed"
__device__ float greatest_speed(float across, float down) { return hypotf(across, down); }
